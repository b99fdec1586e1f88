import { createTextDecoder } from "@reader/core/decoders";
import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Place,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder, type SniffedText } from "@reader/core/internal";
import { loadHtmlEngine, type MarkdownPiece } from "@reader/document";
import { chooseSections } from "@reader/document/builder";
import { loadPageEngine, type MainContent, mainContent } from "@reader/document/page";
import { type PageFacts, pageFacts } from "./page-facts.ts";
import { pageText } from "./whole-page.ts";

/** The selection of the whole page. */
const allSelection = "all";

/** Maximum number of characters of a page that are shown as a document. */
const maxCharacters = 8_000_000;

/** A page, converted as requested. */
interface Page {
  readonly facts: PageFacts;
  /** The main content that is shown; absent if the whole page is. */
  readonly main: MainContent | undefined;
  readonly pieces: readonly MarkdownPiece[];
  readonly images: number;
  readonly isCut: boolean;
}

/**
 * Reads a page as a document: its main content, or the whole page with `select: "all"` and if nothing on it stands out.
 * Any other `select` is the title of a section.
 */
export async function* readPage(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const { pages, select } = context;
  const isAll = select?.trim().toLowerCase() === allSelection;
  const page = await openPage(source, isAll);
  context.signal.throwIfAborted();
  const section = isAll ? undefined : select;
  const isPart = pages !== undefined || section !== undefined;
  const chosen = isPart ? chooseSections(page.pieces, { path: source.path, pages, select: section }) : undefined;
  if (!isPart) yield* factLines(page.facts);
  yield* sections(page.pieces, context, chosen);
  if (!isPart) yield* remarks(page, isAll);
}

/** Describes a page: what it says about itself, and its words. */
export async function describePage(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const { facts, main, pieces, images } = await openPage(source, false);
  context.signal.throwIfAborted();
  const headings = pieces.filter(({ type }) => type === "heading").length;
  return {
    extents: headings > 0 ? [extent("section", headings)] : [],
    facts: {
      ...facts,
      ...(main === undefined ? {} : { "main content, words": main.words, "whole page, words": main.pageWords }),
      ...(images > 0 ? { images } : {}),
    },
  };
}

async function openPage(source: Source, isAll: boolean): Promise<Page> {
  const whole = await decoded(await source.bytes(), source.sniff.text);
  const html = whole.slice(0, maxCharacters);
  const readHtml = await loadHtmlEngine();
  const main = isAll ? undefined : mainContent(html, await loadPageEngine());
  const facts = { ...pageFacts(html, readHtml), ...factsOf(main) };
  return { facts, main, ...pageText(main?.html ?? html, readHtml), isCut: whole.length > html.length };
}

function factsOf(main: MainContent | undefined): PageFacts {
  if (main === undefined) return {};
  const { html: _, words: _words, pageWords: _pageWords, ...facts } = main;
  return facts;
}

function decoded(bytes: Uint8Array, sniffed: SniffedText | undefined): Promise<string> | string {
  if (sniffed === undefined) return new TextDecoder().decode(bytes);
  return createTextDecoder(sniffed).decode(bytes.subarray(sniffed.bomBytes));
}

const labels: readonly (readonly [keyof PageFacts, string])[] = [
  ["title", "Title"],
  ["author", "Author"],
  ["published", "Published"],
  ["site", "Site"],
  ["address", "Address"],
];

function* factLines(facts: PageFacts): Generator<HandlerEvent> {
  const lines = labels.flatMap(([name, label]) => {
    const value = facts[name]?.replaceAll(/\s+/g, " ").trim();
    return value === undefined || value === "" ? [] : [`${label}: ${value}\n`];
  });
  if (lines.length > 0) yield text(`${lines.join("")}\n`);
}

async function* sections(
  pieces: readonly MarkdownPiece[],
  context: HandlerContext,
  chosen: ReadonlySet<number> | undefined,
): AsyncGenerator<HandlerEvent> {
  const pause = createYielder(context.signal);
  let index = 0;
  let at: Place | undefined;
  let isFirst = true;
  for (const piece of pieces) {
    await pause();
    if (piece.type === "heading") {
      index += 1;
      at = { unit: "section", index, label: piece.title };
    }
    if (piece.type === "image" || (chosen !== undefined && !chosen.has(index))) continue;
    yield text(isFirst || piece.type === "heading" ? piece.markdown : `\n${piece.markdown}`, at);
    isFirst = false;
  }
  if (index > 0) yield extent("section", index);
}

function* remarks({ main, pieces, images, isCut }: Page, isAll: boolean): Generator<HandlerEvent> {
  const isEmpty = pieces.every((piece) => !("markdown" in piece) || piece.markdown.trim() === "");
  if (isEmpty) yield notice("The page has no text: scripts write it, and the reader runs none.");
  if (isCut) {
    yield notice(
      `Only the first ${maxCharacters} characters of the page are shown: view "text" has all lines of its source.`,
    );
  }
  if (main !== undefined) {
    const share = `${main.words} of ${main.pageWords} words`;
    yield notice(
      `This is the main content of a web page, ${share}, without its images: select "all" shows the whole page, and view "text" its source.`,
    );
  } else if (!isAll && !isEmpty) {
    yield notice('The whole page is shown, because it has no main article. View "text" shows its source.');
  }
  if (main === undefined && images > 0) {
    const what = images === 1 ? "An image is" : `${images} images are`;
    yield notice(`${what} not shown, because the reader fetches nothing.`);
  }
}
