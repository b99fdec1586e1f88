import { ReadError } from "@reader/core/handler";
import { withGuardedReads } from "./guarded-reads.ts";

/** Runs SheetJS on a file: what it throws becomes a fault of the file. */
export function parseSafely<Parsed>(path: string, parse: () => Parsed): Parsed {
  try {
    return withGuardedReads(parse);
  } catch (error) {
    throw ReadError.is(error) ? error : faultOf(path, error);
  }
}

function faultOf(path: string, cause: unknown): ReadError {
  const words = cause instanceof Error ? cause.message : "";
  if (/password|encrypt/i.test(words)) {
    return new ReadError("encrypted", `${path} is encrypted.`, {
      hint: "Save it without a password in the program that made it, then read it again.",
    });
  }
  return new ReadError(
    "corrupt",
    `${path} is damaged: its sheets cannot be read.`,
    cause === undefined ? {} : { cause },
  );
}
