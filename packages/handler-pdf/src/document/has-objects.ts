import { Buffer } from "node:buffer";
import { ReadError } from "@reader/core/handler";

/**
 * Throws `corrupt` for bytes in which no PDF document can be. The engine finds that out, too, but each time that it
 * fails it loses some of its stack, and after some hundred times it breaks for sound documents.
 */
export function checkHasObjects(path: string, bytes: Uint8Array): void {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("obj")) return;
  throw noDocument(path);
}

/** The error of a file in which no document is. */
export function noDocument(path: string, cause?: unknown): ReadError {
  return new ReadError("corrupt", `${path} is damaged beyond repair: no PDF document was found in it.`, {
    hint: "Ask the user for an undamaged copy of the file.",
    ...(cause === undefined ? {} : { cause }),
  });
}
