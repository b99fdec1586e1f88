import { createXmlReader } from "@reader/office-kit/xml";
import { findBytes } from "../sheets/bytes.ts";
import { unescapeCharacters } from "./rows/xml-text.ts";
import { splitElements } from "./split-elements.ts";
import { stringListener } from "./string-listener.ts";

/** Complete strings as bytes of the file. */
export interface StringChunk {
  readonly bytes: Uint8Array;
  /** Index of its first string. */
  readonly first: number;
  /** Offset of each string, and the end of the last one. */
  readonly starts: Uint32Array;
}

/** The part with the shared strings. */
export interface StringPart {
  /** Opens the part from its start. */
  open(): AsyncIterable<Uint8Array>;
  /** Name of the part in error messages. */
  readonly part: string;
}

/** True for strings as bytes; false for strings that the XML parser returned as text. */
export function isChunk(strings: StringChunk | readonly string[]): strings is StringChunk {
  return "starts" in strings;
}

/** Returns the index after the last string of consecutive chunks. */
export function endOfChunks(chunks: readonly StringChunk[]): number {
  const last = chunks.at(-1);
  return last === undefined ? 0 : last.first + last.starts.length - 1;
}

/** Yields the strings from an index on. */
export async function* stringsOf(
  source: StringPart,
  from: number,
): AsyncGenerator<StringChunk | readonly string[], void, undefined> {
  let count = 0;
  let careful: CarefulStrings | undefined;
  let head: Uint8Array = new Uint8Array();
  const missing = (texts: readonly string[]): readonly string[] => {
    const known = Math.max(0, Math.min(texts.length, from - count));
    count += texts.length;
    return texts.slice(known);
  };
  for await (const { kind, bytes } of splitElements(source.open(), { start: "<si", container: "<sst" })) {
    if (kind === "head") {
      head = bytes;
    } else if (kind === "elements") {
      const chunk = { bytes, first: count, starts: startsIn(bytes) };
      count += chunk.starts.length - 1;
      if (count > from) yield chunk.first >= from ? chunk : behind(chunk, from);
    } else if (kind === "rest") {
      careful ??= createCarefulStrings(source.part, head);
      yield missing(careful.take(bytes));
    }
  }
  if (careful !== undefined) yield missing(careful.end());
}

function behind({ bytes, first, starts }: StringChunk, from: number): StringChunk {
  return { bytes, first: from, starts: starts.subarray(from - first) };
}

function startsIn(bytes: Uint8Array): Uint32Array {
  const starts: number[] = [];
  for (let at = findBytes(bytes, "<si"); at >= 0; at = findBytes(bytes, "<si", at + 1)) starts.push(at);
  starts.push(bytes.length);
  return Uint32Array.from(starts);
}

interface CarefulStrings {
  /** Returns the strings completed by these bytes. */
  take(bytes: Uint8Array): readonly string[];
  /** Returns the remaining strings. */
  end(): readonly string[];
}

/** Parses strings that cannot be split by searching for tags. */
function createCarefulStrings(part: string, head: Uint8Array): CarefulStrings {
  let texts: string[] = [];
  const reader = createXmlReader(
    part,
    stringListener((text) => void texts.push(unescapeCharacters(text))),
  );
  if (head.length > 0) reader.write(head);
  const taken = (): readonly string[] => {
    const remaining = texts;
    texts = [];
    return remaining;
  };
  return {
    take(bytes) {
      reader.write(bytes);
      return taken();
    },
    end() {
      reader.end();
      return taken();
    },
  };
}
