import { ReadError } from "@reader/core/handler";

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

/** The functions that SheetJS reads numbers and texts with; its part for compound files has one of its own. */
type ReadShift = (this: LibraryBytes, size: number, type?: string) => unknown;

/** A record or stream as SheetJS reads it: bytes with a place in them. */
interface LibraryBytes extends Uint8Array {
  l: number;
  [guardedRead]?: ReadShift;
}

const guardedRead = Symbol("guarded read");

/** Bytes behind the end of a record that may be asked for: programs leave out optional fields at the end of records. */
const slackBytes = 1024;

/**
 * Runs SheetJS so that it stops where a record ends. The library reads on behind the end of a record, takes what is
 * missing for a count that no loop reaches, and so runs until memory ends. It gives each buffer its function `read_shift`
 * by assignment: while it runs, which is without a pause, all buffers inherit a setter that puts a check before it.
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
  // A string of this type goes on to the next zero.
  const hasEnd = type !== "cstr" || bytes.includes(0, bytes.l);
  if (!isInside || !hasEnd) throw new RangeError("The record ends before what it announces.");
}
