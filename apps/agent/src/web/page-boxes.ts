import { capabilityProfiles, createReader, type Handler, type Reader, type StopSignal } from "@reader/core";
import type { PageSize, PlacedWord } from "./page-words.ts";
import type { PageBox } from "./wire.ts";

/** Texts to find on a page of a PDF, or in an image. */
export interface PageSearch {
  readonly path: string;
  /** Absent for an image. */
  readonly page?: number;
  /** The size of an image, in pixels. */
  readonly size?: PageSize;
  readonly texts: readonly string[];
  readonly password?: string;
}

/** Finds texts on a page. Returns no boxes if the page cannot be searched. */
export interface PageSearcher {
  find(search: PageSearch, signal: StopSignal): Promise<readonly PageBox[]>;
  close(): Promise<void>;
}

/** What finds words. */
export interface SearcherOptions {
  /** Yields the words of a page of a PDF. */
  readonly handler: Handler;
  readonly roots: readonly string[];
  /** Recognises text in scans and images, if it can. It stays open. */
  readonly scans?: Reader;
}

/** Creates a searcher of the files in these folders. */
export function createPageSearcher({ handler, roots, scans }: SearcherOptions): PageSearcher {
  // The words of a page are many short lines, and no model gets them.
  const budget = { maxLines: maxWords, maxTokens: Infinity, maxBytes: Infinity };
  const reader = createReader({ handlers: [handler], roots, budget });
  return {
    async find(search, signal) {
      const { size = [0, 0], words } =
        search.page === undefined ? { ...search, words: [] } : await readWords(reader, search, signal);
      const isScan = words.length === 0 && scans !== undefined && size[0] > 0 && size[1] > 0;
      return boxesOf(isScan ? await recognisedWords(scans, { ...search, size }, signal) : words, search.texts);
    },
    close: () => reader.close(),
  };
}

/** Maximum number of words of a page. */
const maxWords = 100_000;

interface PageText {
  readonly size?: PageSize;
  readonly words: readonly PlacedWord[];
}

function requestOf({ path, page, password }: PageSearch): { readonly path: string; readonly pages?: string } {
  return {
    path,
    ...(page === undefined ? {} : { pages: String(page) }),
    ...(password === undefined ? {} : { password }),
  };
}

async function readWords(reader: Reader, search: PageSearch, signal: StopSignal): Promise<PageText> {
  const read = await reader.read(requestOf(search), { signal });
  if (!read.ok || read.handler !== "page-words") return { words: [] };
  const lines = read.parts.flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
  const [size, ...words] = lines.filter((line) => line.startsWith("["));
  if (size === undefined) return { words: [] };
  return { size: JSON.parse(size) as PageSize, words: words.map((line) => JSON.parse(line) as PlacedWord) };
}

/** The words that were recognised in a scan. Their boxes have the unit of its size. */
async function recognisedWords(
  reader: Reader,
  search: PageSearch & { readonly size: PageSize },
  signal: StopSignal,
): Promise<readonly PlacedWord[]> {
  // A model that takes images gets those instead of recognised text.
  const read = await reader.read(requestOf(search), { capabilities: capabilityProfiles.text, signal });
  const [width, height] = search.size;
  const parts = read.ok ? read.parts : [];
  const lines = parts.flatMap((part) => (part.type === "text" ? (part.recognised?.lines ?? []) : []));
  return lines.flatMap(({ words }) =>
    words.map(({ text, box: { x0, y0, x1, y1 } }): PlacedWord => [
      text,
      x0 / width,
      y0 / height,
      x1 / width,
      y1 / height,
    ]),
  );
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
