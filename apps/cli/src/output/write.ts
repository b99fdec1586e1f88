import type { Stats } from "node:fs";

const { fstatSync, statSync, writeSync } = process.getBuiltinModule("node:fs");

/** The consumer of the output closed it, as `head` does. This is not a failure; the program stops. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
}

/** The output channels of the program. */
export type Channel = "stdout" | "stderr";

const descriptors = { stdout: 1, stderr: 2 } as const;

/** Maximum size of one write, in bytes: large enough to be fast, small compared with the memory of an answer. */
const pieceBytes = 256 * 1024;

const encoder = new TextEncoder();

/**
 * Writes text as UTF-8. It writes to the descriptor, because creating `process.stdout` takes 3 ms. It uses the stream on
 * Windows, whose terminals do not accept UTF-8, and for a non-blocking descriptor whose consumer is too slow. Rejects with
 * `OutputClosed` if the consumer closed the output.
 */
export async function write(channel: Channel, text: string): Promise<void> {
  try {
    if (process.platform === "win32") return await writeToStream(channel, text);
    const rest = writeToDescriptor(descriptors[channel], text);
    if (rest.length > 0) await writeToStream(channel, rest);
  } catch (cause) {
    if (codeOf(cause) === "EPIPE") throw new OutputClosed();
    throw cause;
  }
}

/** Writes a few characters, and ignores a failure. */
export function writeNow(channel: Channel, text: string): void {
  try {
    writeSync(descriptors[channel], text);
  } catch {
    // Progress is not needed on a terminal that is busy or gone.
  }
}

/** Writes as much as the descriptor accepts without blocking, and returns the rest. */
function writeToDescriptor(descriptor: number, text: string): Uint8Array | string {
  const piece = new Uint8Array(Math.min(pieceBytes, text.length * 3));
  for (let at = 0; at < text.length;) {
    const { read, written } = encoder.encodeInto(text.slice(at), piece);
    at += read;
    for (let done = 0; done < written;) {
      try {
        done += writeSync(descriptor, piece, done, written - done);
      } catch (cause) {
        if (codeOf(cause) !== "EAGAIN") throw cause;
        return joined(piece.subarray(done, written), text.slice(at));
      }
    }
  }
  return "";
}

function joined(bytes: Uint8Array, text: string): Uint8Array {
  const more = encoder.encode(text);
  const all = new Uint8Array(bytes.length + more.length);
  all.set(bytes);
  all.set(more, bytes.length);
  return all;
}

function writeToStream(channel: Channel, content: Uint8Array | string): Promise<void> {
  const stream = process[channel];
  // A failed write calls its callback and then emits an event that would end the process.
  if (stream.listenerCount("error") === 0) stream.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    stream.write(content, (error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
}

/** True if a channel is a terminal. `isatty` takes 2 ms, so it is called only for devices that can be terminals. */
export function isTerminal(channel: Channel): boolean {
  const descriptor = descriptors[channel];
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isCharacterDevice() || isNullDevice(stats)) return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** True for `/dev/null`. Devices have no numbers on Windows. */
function isNullDevice({ rdev }: Stats): boolean {
  return process.platform !== "win32" && statSync("/dev/null", { throwIfNoEntry: false })?.rdev === rdev;
}

/** How text is highlighted on a terminal. */
export type Style = "bold" | "dim" | "red";

/**
 * Returns a function that styles text for a channel. It returns the text unchanged if the channel is not a terminal, if
 * `NO_COLOR` is set (https://no-color.org), or if the terminal is `dumb`.
 */
export function stylerFor(channel: Channel): (style: Style, text: string) => string {
  const { NO_COLOR, TERM } = process.env;
  const isPlain = (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb" || !isTerminal(channel);
  if (isPlain) return (_, text) => text;
  const { styleText } = process.getBuiltinModule("node:util");
  return (style, text) => styleText(style, text, { validateStream: false });
}

/** The code of a failed system call, such as `EPIPE`. */
export function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}

const writeFaults: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than the shell's limit (ulimit -f)",
  EROFS: "the file system is read-only",
  EACCES: "permission is denied",
  EIO: "the device reported an error",
};

/** Describes why a write failed, as a part of a sentence. Returns `undefined` for an unknown code. */
export function writeFaultWords(systemCode: string): string | undefined {
  return writeFaults[systemCode];
}
