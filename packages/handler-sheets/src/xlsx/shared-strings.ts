import { ReadError } from "@reader/core/handler";
import { createXmlReader } from "@reader/office-kit/xml";
import { latinTextOfBytes, textOfBytes } from "../sheets/bytes.ts";
import { richText } from "./rows/rich-text.ts";
import { unescapeCharacters } from "./rows/xml-text.ts";
import { endOfChunks, isChunk, type StringChunk, type StringPart, stringsOf } from "./string-chunks.ts";
import { stringListener } from "./string-listener.ts";

/** The shared strings of a workbook. They are unpacked on demand and cached as bytes. */
export interface SharedStrings {
  /** Returns a string by index, from 0; `undefined` if it is not loaded or does not exist. */
  known(index: number): string | undefined;
  /** Loads the strings up to this index, if there are that many. */
  load(index: number): Promise<void>;
  /** Throws the error that stopped loading, if any. */
  check(): void;
  /** Returns the strings loaded so far. */
  loaded(): LoadedStrings;
}

/** The loaded strings, for the next read of the same file. */
export interface LoadedStrings {
  readonly chunks: readonly StringChunk[];
  /** Strings from the XML parser, which follow those of the chunks. */
  readonly texts: readonly string[];
  readonly bytes: number;
}

/** Creates shared strings without unpacking any. `kept` has strings loaded earlier from the same part. */
export function createSharedStrings(source: StringPart, kept?: LoadedStrings): SharedStrings {
  const chunks: StringChunk[] = [...(kept?.chunks ?? [])];
  const texts: string[] = [...(kept?.texts ?? [])];
  const decoded = createStringTexts(source.part);
  let chunked = endOfChunks(chunks);
  let iterator: AsyncIterator<StringChunk | readonly string[]> | undefined;
  let loading: Promise<void> = Promise.resolve();
  let failure: ReadError | undefined;

  const more = async (index: number): Promise<void> => {
    if (failure !== undefined) return;
    iterator ??= stringsOf(source, chunked + texts.length)[Symbol.asyncIterator]();
    while (chunked + texts.length <= index) {
      const next = await iterator.next();
      if (next.done === true) return;
      if (isChunk(next.value)) {
        chunks.push(next.value);
        chunked = endOfChunks(chunks);
      } else for (const text of next.value) texts.push(text);
    }
  };
  const keepDamage = (error: unknown): void => {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    failure = new ReadError("corrupt", error.message, { cause: error });
  };
  return {
    known(index) {
      if (!(index >= 0)) return undefined;
      return index < chunked ? decoded.get(chunks, index) : texts[index - chunked];
    },
    load(index) {
      loading = loading.then(() => more(index)).catch(keepDamage);
      return loading;
    },
    check() {
      if (failure !== undefined) throw failure;
    },
    loaded() {
      const bytes = chunks.reduce((sum, { bytes: { length }, starts }) => sum + length + starts.length * 4, 0);
      return { chunks, texts, bytes: texts.reduce((sum, { length }) => sum + length * 2, bytes) };
    },
  };
}

/** Decodes strings of chunks, and caches them up to a limit. */
interface StringTexts {
  get(chunks: readonly StringChunk[], index: number): string | undefined;
}

/** Maximum number of characters of cached decoded strings. */
const maxDecodedCharacters = 16 * 1024 * 1024;

/** Creates an empty cache. `part` is the name of the part in errors. */
function createStringTexts(part: string): StringTexts {
  let texts: (string | undefined)[] = [];
  let characters = 0;
  let last: StringChunk | undefined;
  return {
    get(chunks, index) {
      const found = texts[index];
      if (found !== undefined) return found;
      last = holds(last, index) ? last : chunkOf(chunks, index);
      if (last === undefined) return undefined;
      const at = index - last.first;
      const [start = 0, end = 0] = [last.starts[at], last.starts[at + 1]];
      const text =
        plainString(last.bytes, start, end) ?? unescapeCharacters(stringIn(textOfBytes(last.bytes, start, end), part));
      characters += text.length;
      if (characters > maxDecodedCharacters) {
        texts = [];
        characters = text.length;
      }
      texts[index] = text;
      return text;
    },
  };
}

function holds(chunk: StringChunk | undefined, index: number): chunk is StringChunk {
  return chunk !== undefined && index >= chunk.first && index < chunk.first + chunk.starts.length - 1;
}

function chunkOf(chunks: readonly StringChunk[], index: number): StringChunk | undefined {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((chunks[middle]?.first ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return chunks[low];
}

const plainStart = "<si><t>".length;
const plainEnd = "</t></si>".length;
const greaterThan = 62;
const lessThan = 60;
const space = 32;
const ampersand = 38;
const underscore = 95;
const tilde = 126;

/** Reads the most common form, `<si><t>Berlin</t></si>` without references or escapes. */
function plainString(bytes: Uint8Array, start: number, end: number): string | undefined {
  const from = start + plainStart;
  const to = end - plainEnd;
  const looksPlain =
    to >= from &&
    bytes[start + 3] === greaterThan &&
    bytes[start + 4] === lessThan &&
    bytes[from - 1] === greaterThan &&
    bytes[end - 1] === greaterThan &&
    bytes[to] === lessThan &&
    bytes[end - 5] === lessThan;
  if (!looksPlain) return undefined;
  return plainBytes(bytes, from, to) ?? usualText(textOfBytes(bytes, from, to));
}

function usualText(text: string): string | undefined {
  return unusual.test(text) ? undefined : text;
}

/** Characters that need the full reader: markup, references, line ends and escapes. */
const unusual = /[<&\r]|_x/;

/** Length up to which checking each byte is faster than decoding as UTF-8 and searching. */
const maxPlainBytes = 64;

/** Reads short text of printable ASCII without special characters; `undefined` for any other text. */
function plainBytes(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (to - from > maxPlainBytes) return undefined;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < space || byte > tilde || byte === ampersand || byte === lessThan || byte === underscore)
      return undefined;
  }
  return latinTextOfBytes(bytes, from, to);
}

function stringIn(xml: string, part: string): string {
  const start = xml.indexOf(">") + 1;
  if (xml.startsWith("/", start - 2)) return "";
  const end = xml.lastIndexOf("</si>");
  const text = end < start ? undefined : richText(xml.slice(start, end));
  if (text !== undefined) return text;
  let careful = "";
  const reader = createXmlReader(
    part,
    stringListener((found) => void (careful += found)),
  );
  reader.write(new TextEncoder().encode(xml));
  reader.end();
  return careful;
}
