import { createXmlReader } from "@reader/office-kit/xml";
import { latinTextOfBytes, textOfBytes } from "../sheets/bytes.ts";
import { richText } from "./rows/rich-text.ts";
import { unescapeCharacters } from "./rows/xml-text.ts";
import type { StringChunk } from "./string-chunks.ts";
import { stringListener } from "./string-listener.ts";

/** Strings of chunks as text; as many as have room are kept. */
export interface StringTexts {
  get(chunks: readonly StringChunk[], index: number): string | undefined;
}

/** Characters of strings that are kept decoded. */
const maxDecodedCharacters = 16 * 1024 * 1024;

/** Keeps nothing yet; `part` is what errors call the part. */
export function createStringTexts(part: string): StringTexts {
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

/** What nearly all strings are: `<si><t>Berlin</t></si>` without anything that stands for something else. */
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

/** Markup, references, line ends and escapes. */
const unusual = /[<&\r]|_x/;

/** Bytes up to which a look at each costs less than to have them decoded as UTF-8 and searched. */
const maxPlainBytes = 64;

/** Short text of printable ASCII without a sign that may mean something else; undefined for any other. */
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
