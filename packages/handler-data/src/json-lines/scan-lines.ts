import type { Source } from "@reader/core/handler";

/** A line of a file that is not blank. */
export interface FoundLine {
  /** The offset of its first byte. */
  readonly start: number;
  /** Its bytes, valid until the next batch. */
  readonly bytes: Uint8Array;
}

const newline = 0x0a;
const space = 0x20;

/** Maximum length of a line, in bytes. A longer one is cut, and so is not JSON. */
const maxLineBytes = 64 * 1024 * 1024;

/** A line that the next chunk continues. */
interface Held {
  parts: Uint8Array[];
  bytes: number;
}

/** Yields the lines of a file from an offset in batches, without those that are blank. */
export async function* linesFrom(source: Source, start: number): AsyncGenerator<readonly FoundLine[]> {
  const held: Held = { parts: [], bytes: 0 };
  let lineStart = start;
  for await (const chunk of source.stream({ start })) {
    const lines: FoundLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const length = held.bytes + end - from;
      addLine(lines, lineStart, take(held, chunk.subarray(from, end)));
      lineStart += length + 1;
      from = end + 1;
    }
    hold(held, chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  const last: FoundLine[] = [];
  addLine(last, lineStart, take(held, new Uint8Array()));
  if (last.length > 0) yield last;
}

function hold(held: Held, rest: Uint8Array): void {
  if (held.bytes < maxLineBytes && rest.length > 0) held.parts.push(rest.slice());
  held.bytes += rest.length;
}

function take(held: Held, rest: Uint8Array): Uint8Array {
  if (held.parts.length === 0) return rest;
  const parts = [...held.parts, rest];
  const line = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  held.parts = [];
  held.bytes = 0;
  return line;
}

function addLine(lines: FoundLine[], start: number, bytes: Uint8Array): void {
  if ((bytes[0] ?? 0) > space || bytes.some((byte) => byte > space)) lines.push({ start, bytes });
}
