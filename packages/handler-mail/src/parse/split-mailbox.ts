import type { Source } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";

/** The bytes of one message in a mailbox, without its separator. */
export interface MessageSpan {
  /** From 1. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a separator line, in bytes. Longer lines are text. */
const maxSeparatorBytes = 400;

/** A line `From sender date`, which separates messages (RFC 4155). The time tells it from a sentence. */
const separator = /^From \S.*\d:\d\d/;

/** Finds the messages of a mailbox in one pass over the file, whatever its size. */
export async function* splitMailbox(source: Source, signal: AbortSignal): AsyncGenerator<MessageSpan> {
  const pause = createYielder(signal);
  let index = 0;
  let start: number | undefined;
  for await (const found of separatorsIn(source)) {
    await pause();
    if (start !== undefined) {
      index += 1;
      yield { index, start, end: found.at };
    }
    start = found.end;
  }
  if (start !== undefined) yield { index: index + 1, start, end: source.size };
}

interface Separator {
  readonly at: number;
  /** The start of the line after it. */
  readonly end: number;
}

async function* separatorsIn(source: Source): AsyncGenerator<Separator> {
  // Starts as if empty lines came before, so that a separator is found at the start of the file.
  let held = "\n".repeat(lookBehind + 1);
  let offset = -held.length;
  for await (const chunk of source.stream()) {
    const text = held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
    const kept = Math.min(text.length, lookBehind + maxSeparatorBytes + 3);
    yield* separatorsOf(text, offset, text.length - kept + lookBehind);
    held = text.slice(text.length - kept);
    offset += text.length - kept;
  }
  yield* separatorsOf(held, offset, held.length);
}

/** Number of characters before the line break of a separator that decide whether the line before it is empty. */
const lookBehind = 2;

/**
 * Yields the separators that begin before `end`: lines after an empty line. The first characters of the text were the
 * last ones of the call before, so a separator begins after them.
 */
function* separatorsOf(text: string, offset: number, end: number): Generator<Separator> {
  for (let at = text.indexOf("\nFrom ", lookBehind); at !== -1 && at < end; at = text.indexOf("\nFrom ", at + 1)) {
    if (!/\n\r?$/.test(text.slice(at - lookBehind, at))) continue;
    const lineEnd = text.indexOf("\n", at + 1);
    const line = text.slice(at + 1, lineEnd === -1 ? undefined : lineEnd);
    if (line.length > maxSeparatorBytes || !separator.test(line)) continue;
    yield { at: offset + at + 1, end: offset + (lineEnd === -1 ? text.length : lineEnd + 1) };
  }
}

/** Restores lines that a mailbox quoted because they look like separators: `>From` (mboxrd). */
export function unquotedMessage(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes("\n>From ")) return bytes;
  return Buffer.from(buffer.toString("latin1").replaceAll(/\n>(>*From )/g, "\n$1"), "latin1");
}
