import { createReader, type Handler, type Reader, type StopSignal } from "@reader/core";
import type { PlacedWord } from "./page-words.ts";
import type { PageBox } from "./wire.ts";

/** Texts to find on a page of a PDF. */
export interface PageSearch {
  readonly path: string;
  readonly page: number;
  readonly texts: readonly string[];
  readonly password?: string;
}

/** Finds texts on a page. Returns no boxes if the page cannot be searched. */
export interface PageSearcher {
  find(search: PageSearch, signal: StopSignal): Promise<readonly PageBox[]>;
  close(): Promise<void>;
}

/** Creates a searcher of the PDF files in these folders. `handler` yields the words of a page. */
export function createPageSearcher(handler: Handler, roots: readonly string[]): PageSearcher {
  // The words of a page are many short lines, and no model gets them.
  const budget = { maxLines: maxWords, maxTokens: Infinity, maxBytes: Infinity };
  const reader = createReader({ handlers: [handler], roots, budget });
  return {
    async find({ path, page, texts, password }, signal) {
      const request = { path, pages: String(page), ...(password === undefined ? {} : { password }) };
      return boxesOf(await readWords(reader, request, signal), texts);
    },
    close: () => reader.close(),
  };
}

/** Maximum number of words of a page. */
const maxWords = 100_000;

async function readWords(
  reader: Reader,
  request: { readonly path: string; readonly pages: string; readonly password?: string },
  signal: StopSignal,
): Promise<readonly PlacedWord[]> {
  const read = await reader.read(request, { signal });
  if (!read.ok || read.handler !== "page-words") return [];
  const lines = read.parts.flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
  return lines.filter((line) => line.startsWith("[")).map((line) => JSON.parse(line) as PlacedWord);
}

/**
 * Returns the boxes of all occurrences of these texts. Only letters and digits are compared, so that Markdown, quotation
 * marks and hyphens at the end of a line do not matter. A text that does not occur as a whole is searched in parts: the
 * cells of a table row, or sentences.
 */
export function boxesOf(words: readonly PlacedWord[], texts: readonly string[]): readonly PageBox[] {
  const index = indexOf(words);
  const boxes = texts.flatMap((text) => {
    const whole = occurrences(index, plain(text));
    if (whole.length > 0) return whole;
    return partsOf(text).flatMap((part) => occurrences(index, part));
  });
  const unique = new Map(boxes.map((box) => [JSON.stringify(box), box]));
  return [...unique.values()];
}

/** Shorter parts of a text occur everywhere. */
const leastPartLength = 8;

function partsOf(text: string): readonly string[] {
  const parts = text.split(/\||(?<=[.!?])\s/).map(plain);
  return parts.filter(({ length }) => length >= leastPartLength);
}

/** The letters and digits of a text. */
function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The letters and digits of a page, and the word of each. */
interface PageIndex {
  readonly text: string;
  readonly words: readonly PlacedWord[];
  /** The index of the word for each UTF-16 code unit of the text. */
  readonly wordAt: readonly number[];
}

function indexOf(words: readonly PlacedWord[]): PageIndex {
  const texts = words.map(([word]) => plain(word));
  const wordAt = texts.flatMap((text, word) => Array.from({ length: text.length }, () => word));
  return { text: texts.join(""), words, wordAt };
}

function occurrences(index: PageIndex, wanted: string): readonly PageBox[] {
  const boxes: PageBox[] = [];
  if (wanted === "") return boxes;
  for (let at = index.text.indexOf(wanted); at >= 0; at = index.text.indexOf(wanted, at + wanted.length)) {
    boxes.push(...boxesAt(index, at, at + wanted.length));
  }
  return boxes;
}

/** The boxes of an occurrence, one for each line. Letters of different words are one only if the words are complete. */
function boxesAt({ words, wordAt }: PageIndex, start: number, end: number): readonly PageBox[] {
  const [first = 0, last = first] = [wordAt[start], wordAt[end - 1]];
  const isComplete = wordAt[start - 1] !== first && wordAt[end] !== last;
  if (first !== last && !isComplete) return [];
  const lines: PlacedWord[] = [];
  for (const word of words.slice(first, last + 1)) {
    const line = lines.at(-1);
    if (line !== undefined && isSameLine(line, word)) lines[lines.length - 1] = joined(line, word);
    else lines.push(word);
  }
  return lines.map(([, left, top, right, bottom]) => ({ left, top, width: right - left, height: bottom - top }));
}

/** True if the middle of a word is within the height of a line, and the word continues it. */
function isSameLine([, , top, right, bottom]: PlacedWord, [, nextLeft, nextTop, , nextBottom]: PlacedWord): boolean {
  const middle = (nextTop + nextBottom) / 2;
  return top < middle && middle < bottom && nextLeft >= right - (bottom - top);
}

function joined([text, ...one]: PlacedWord, [more, ...other]: PlacedWord): PlacedWord {
  return [
    `${text} ${more}`,
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
