import type { Stats } from "node:fs";
import type { ReadProgress } from "@reader/core";
import type { PageProgress } from "@reader/core/internal";
import { formatBytes } from "./format.ts";
import { milliseconds } from "./clock.ts";

const { fstatSync, statSync, writeSync } = process.getBuiltinModule("node:fs");

/** The consumer of the output closed it, as `head` does. This is not a failure; the program stops. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
}

/** The output channels of the program. */
export type Channel = "stdout" | "stderr";

const descriptors: Record<Channel, number> = { stdout: 1, stderr: 2 };

/** Sends everything that is written to stdout to a file, until the returned function is called. */
export function sendOutputTo(descriptor: number): () => void {
  descriptors.stdout = descriptor;
  return () => {
    descriptors.stdout = 1;
  };
}

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
    const isFile = channel === "stdout" && descriptors.stdout !== 1;
    if (process.platform === "win32" && !isFile) return await writeToStream(channel, text);
    const rest = writeToDescriptor(descriptors[channel], text);
    if (rest.length > 0) await writeToStream(channel, rest);
  } catch (cause) {
    if (codeOf(cause) === "EPIPE") throw new OutputClosed();
    throw cause;
  }
}

/** Writes text for a consumer that may have closed the output. */
export async function writeIfOpen(channel: Channel, text: string): Promise<void> {
  try {
    await write(channel, text);
  } catch (cause) {
    if (!(cause instanceof OutputClosed)) throw cause;
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

/** When to use colours: `auto` for a terminal that shows them. */
export type ColourMode = "auto" | "always" | "never";

let colourMode: ColourMode = "auto";

/** Sets when to use colours, for the rest of the process. */
export function setColourMode(mode: ColourMode): void {
  colourMode = mode;
}

/**
 * True if a channel gets colours. In the mode `auto`, it does if it is a terminal, unless `NO_COLOR` is set
 * (https://no-color.org) or the terminal is `dumb`.
 */
export function isColoured(channel: Channel): boolean {
  if (colourMode !== "auto") return colourMode === "always";
  const { NO_COLOR, TERM } = process.env;
  return (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb" && isTerminal(channel);
}

/** Returns a function that styles text for a channel, or returns it unchanged if the channel gets no colours. */
export function stylerFor(channel: Channel): (style: Style, text: string) => string {
  if (!isColoured(channel)) return (_, text) => text;
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
  EISDIR: "it is a folder",
  ENOTDIR: "a folder of its path is a file",
};

/** Describes why a write failed, as a part of a sentence. Returns `undefined` for an unknown code. */
export function writeFaultWords(systemCode: string): string | undefined {
  return writeFaults[systemCode];
}

/** The progress of a read. The total of a pipe is unknown. */
type Scanned = ReadProgress | { readonly doneBytes: number };

/** A line on the terminal that shows the progress of a long read. */
export interface Progress {
  show(scanned: Scanned): void;
  /** Erases the line. Call it before any other output. */
  clear(): void;
}

/** The clock and terminal of a progress line, for tests. */
interface ProgressOptions {
  /** Milliseconds since any fixed time. */
  readonly clock?: () => number;
  readonly isSeen?: () => boolean;
  readonly write?: (text: string) => void;
}

/** Time before the line appears, in milliseconds. */
const delayMs = 1000;

/** Minimum time between two updates, in milliseconds, to avoid flicker. */
const intervalMs = 100;

/** Moves to the start of the line and erases it. */
const eraseLine = "\r\u001b[K";

/** Creates a progress line for a read that starts now. It is shown only if stderr is a terminal. */
export function createProgress(options: ProgressOptions = {}): Progress {
  const { clock = milliseconds, isSeen = isAnimated, write = (text) => writeNow("stderr", text) } = options;
  let due = clock() + delayMs;
  let state: "hidden" | "shown" | "unseen" = "hidden";
  return {
    show(scanned) {
      const now = clock();
      if (now < due || state === "unseen") return;
      due = now + intervalMs;
      if (state === "hidden" && !isSeen()) {
        state = "unseen";
        return;
      }
      state = "shown";
      write(`${eraseLine}${progressText(scanned)}`);
    },
    clear() {
      if (state === "shown") write(eraseLine);
      if (state === "shown") state = "hidden";
    },
  };
}

function progressText(scanned: Scanned): string {
  if ("page" in scanned) return pageText(scanned);
  const { doneBytes } = scanned;
  const totalBytes = "totalBytes" in scanned ? scanned.totalBytes : undefined;
  if (totalBytes === undefined) return `${formatBytes(doneBytes)} received …`;
  const percent = totalBytes === 0 ? 100 : Math.floor((doneBytes / totalBytes) * 100);
  return `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} scanned, ${percent} % …`;
}

function pageText({ page, totalPages }: PageProgress): string {
  return totalPages === undefined ? `page ${page} recognised …` : `page ${page} of ${totalPages} recognised …`;
}

function isAnimated(): boolean {
  return process.env["TERM"] !== "dumb" && isTerminal("stderr");
}
