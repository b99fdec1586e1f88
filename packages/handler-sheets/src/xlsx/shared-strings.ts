import { ReadError } from "@reader/core/handler";
import { createXmlReader, type XmlListener } from "@reader/office-kit/xml";
import { findBytes, latinTextOfBytes, textOfBytes } from "../sheets/bytes.ts";
import { richText, scripted, scriptIn } from "./rows/rich-text.ts";
import { unescapeCharacters } from "./rows/xml-text.ts";
import { splitElements } from "./split-elements.ts";

/** The shared strings of a workbook. They are unpacked on demand and cached as bytes. */
export interface SharedStrings {
  /** Returns a string by index, from 0; `undefined` if it is not loaded or does not exist. */
  known(index: number): string | undefined;
  /** Loads the strings up to this index, if there are that many. */
  load(index: number): Promise<void>;
  /** Throws the error that stopped loading, if any. */
  check(): void;
  /** Returns the strings loaded so far; none after `forget`. */
  loaded(): LoadedStrings;
  /** Keeps nothing for the next read, because the workbook is damaged. */
  forget(): void;
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
  let isForgotten = false;

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
    forget() {
      isForgotten = true;
    },
    loaded() {
      if (isForgotten) return { chunks: [], texts: [], bytes: 0 };
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

/** Complete strings as bytes of the file. */
interface StringChunk {
  readonly bytes: Uint8Array;
  /** Index of its first string. */
  readonly first: number;
  /** Offset of each string, and the end of the last one. */
  readonly starts: Uint32Array;
}

/** The part with the shared strings. */
interface StringPart {
  /** Opens the part from its start. */
  open(): AsyncIterable<Uint8Array>;
  /** Name of the part in error messages. */
  readonly part: string;
}

/** True for strings as bytes; false for strings that the XML parser returned as text. */
function isChunk(strings: StringChunk | readonly string[]): strings is StringChunk {
  return "starts" in strings;
}

/** Returns the index after the last string of consecutive chunks. */
function endOfChunks(chunks: readonly StringChunk[]): number {
  const last = chunks.at(-1);
  return last === undefined ? 0 : last.first + last.starts.length - 1;
}

/** Yields the strings from an index on. */
async function* stringsOf(
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

/** Creates a listener that reports each shared string of a part: its runs joined, without phonetic text. */
function stringListener(report: (text: string) => void): XmlListener {
  let text = "";
  let phoneticDepth = 0;
  let isRun = false;
  let run = "";
  let script = "";
  return {
    open(name, attributes) {
      if (name === "si") text = "";
      if (name === "r" || name === "si") script = "";
      if (name === "vertAlign") script = scriptIn(attributes["val"]);
      if (name === "rPh") phoneticDepth += 1;
      isRun = name === "t" && phoneticDepth === 0;
    },
    close(name) {
      isRun = false;
      if (name === "t") {
        text += scripted(run, script);
        run = "";
      }
      if (name === "rPh") phoneticDepth -= 1;
      if (name === "si") report(text);
    },
    text(characters) {
      if (isRun) run += characters;
    },
  };
}
