import {
  defineHandler,
  extent,
  type Handler,
  type HandlerContext,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import type { Page, Quad, Rect } from "mupdf";

/**
 * Creates a handler that yields the size of a page of a PDF and its words with their boxes, a line of JSON each. The web view marks
 * text on the image of the page with it. It runs in a process of its own, as the handler for PDF files does.
 */
export function pageWords(): Handler {
  return defineHandler({
    name: "page-words",
    mediaTypes: ["application/pdf"],
    origin: { module: import.meta.url, export: "pageWords" },
    async *read(source, context) {
      yield extent("page", 1, "at-least");
      const { size, words } = await wordsOf(source, context);
      for (const line of [size, ...words]) yield text(`${JSON.stringify(line)}\n`);
    },
  });
}

/** A word and its box: left, top, right and bottom as shares of the page. */
export type PlacedWord = readonly [word: string, left: number, top: number, right: number, bottom: number];

/** The width and the height of a page in points. */
export type PageSize = readonly [width: number, height: number];

/** The size and the words of a page. */
interface PageText {
  readonly size: PageSize;
  readonly words: readonly PlacedWord[];
}

async function wordsOf(source: Source, { pages, password }: HandlerContext): Promise<PageText> {
  const [engine, bytes] = await Promise.all([import("mupdf"), source.bytes()]);
  const document = engine.Document.openDocument(bytes, "application/pdf");
  try {
    if (document.needsPassword() && document.authenticatePassword(password ?? "") === 0) {
      throw new ReadError("encrypted", `${source.path} is encrypted.`, { hint: "Pass its password." });
    }
    const [range] = pages ?? [];
    const index = range !== undefined && "first" in range ? range.first : 1;
    const page = document.loadPage(index - 1);
    const [left, top, right, bottom] = page.getBounds();
    return { size: [right - left, bottom - top], words: wordsOn(page) };
  } finally {
    document.destroy();
  }
}

function wordsOn(page: Page): readonly PlacedWord[] {
  const bounds = page.getBounds();
  const words: PlacedWord[] = [];
  let word = "";
  let box: Rect | undefined;
  const end = (): void => {
    if (word !== "" && box !== undefined) words.push([word, ...shareOf(box, bounds)]);
    word = "";
    box = undefined;
  };
  page.toStructuredText("preserve-whitespace").walk({
    onChar(...facts) {
      const [character] = facts;
      const quad = facts[4];
      if (character.trim() === "") return end();
      word += character;
      box = union(box, quad);
    },
    endLine: end,
  });
  return words;
}

/** The smallest upright box around a box and the four corners of a character. */
function union(box: Rect | undefined, [x0, y0, x1, y1, x2, y2, x3, y3]: Quad): Rect {
  const [left, top, right, bottom] = box ?? [Infinity, Infinity, -Infinity, -Infinity];
  return [
    Math.min(left, x0, x1, x2, x3),
    Math.min(top, y0, y1, y2, y3),
    Math.max(right, x0, x1, x2, x3),
    Math.max(bottom, y0, y1, y2, y3),
  ];
}

function shareOf([left, top, right, bottom]: Rect, page: Rect): readonly [number, number, number, number] {
  const [width, height] = [page[2] - page[0], page[3] - page[1]];
  const rounded = (share: number): number => Math.round(share * 1e5) / 1e5;
  return [
    rounded((left - page[0]) / width),
    rounded((top - page[1]) / height),
    rounded((right - page[0]) / width),
    rounded((bottom - page[1]) / height),
  ];
}
