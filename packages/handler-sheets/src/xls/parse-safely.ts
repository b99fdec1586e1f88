import { ReadError } from "@reader/core/handler";

/** Runs SheetJS on a file. Its exceptions become errors about the file. */
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

/** The function with which SheetJS reads numbers and text. Its code for compound files has a separate one. */
type ReadShift = (this: LibraryBytes, size: number, type?: string) => unknown;

/** A record or stream as SheetJS reads it: bytes with a position. */
interface LibraryBytes extends Uint8Array {
  l: number;
  [guardedRead]?: ReadShift;
}

const guardedRead = Symbol("guarded read");

/** Number of bytes that may be read beyond the end of a record, because programs omit optional fields there. */
const slackBytes = 1024;

/**
 * Runs SheetJS and stops reads beyond the end of a record. SheetJS would use the missing bytes as a count and loop
 * until memory is exhausted. It assigns `read_shift` to each buffer, so while it runs, synchronously, all buffers
 * inherit a setter that wraps the function in a check.
 */
function withGuardedReads<Value>(run: () => Value): Value {
  const guards = new Map<ReadShift, ReadShift>();
  Object.defineProperty(Uint8Array.prototype, "read_shift", {
    configurable: true,
    get(this: LibraryBytes) {
      return this[guardedRead];
    },
    set(this: LibraryBytes, read: ReadShift) {
      const guard = guards.get(read) ?? guarded(read);
      guards.set(read, guard);
      this[guardedRead] = guard;
    },
  });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(Uint8Array.prototype, "read_shift");
  }
}

function guarded(read: ReadShift): ReadShift {
  return function readWithin(size, type) {
    checkRead(this, size, type);
    return read.call(this, size, type);
  };
}

function checkRead(bytes: LibraryBytes, size: number, type: string | undefined): void {
  const isInside = bytes.l <= bytes.length + slackBytes && !Number.isNaN(size);
  // A `cstr` ends at the next zero byte.
  const hasEnd = type !== "cstr" || bytes.includes(0, bytes.l);
  if (!isInside || !hasEnd) throw new RangeError("The record ends before what it announces.");
}
