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
import { imageEvent, withImageLines } from "@reader/document/content";
import { loadPageEngine, type MainContent, mainContent } from "@reader/document/page";
import { type EmbeddedImage, withImageMarks, withReferences } from "./embedded-images.ts";
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
  /** The images that the page holds, to which the pieces refer by marks. */
  readonly embedded: readonly EmbeddedImage[];
  readonly isCut: boolean;
}

/**
 * Reads a page as a document: its main content, or the whole page with `select: "all"` and if nothing on it stands out.
 * Any other `select` is the title of a section.
 */
export async function* readPage(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const { pages, select } = context;
  const isAll = select?.trim().toLowerCase() === allSelection;
  const page = await openPage(source, { isAll, showsImages: context.capabilities.images !== undefined });
  context.signal.throwIfAborted();
  const section = isAll ? undefined : select;
  const isPart = pages !== undefined || section !== undefined;
  const chosen = isPart ? chooseSections(page.pieces, { path: source.path, pages, select: section }) : undefined;
  if (!isPart) yield* factLines(page.facts);
  yield* withImageLines(sections(page, context, chosen), context);
  if (!isPart) yield* remarks(page, isAll);
}

/** Describes a page: what it says about itself, and its words. */
export async function describePage(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const { facts, main, pieces, images } = await openPage(source, { isAll: false, showsImages: false });
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

interface PageWish {
  readonly isAll: boolean;
  readonly showsImages: boolean;
}

async function openPage(source: Source, { isAll, showsImages }: PageWish): Promise<Page> {
  const decodedPage = await decoded(await source.bytes(), source.sniff.text);
  const { html: whole, images: embedded } = showsImages
    ? withImageMarks(decodedPage)
    : { html: decodedPage, images: [] };
  const html = whole.slice(0, maxCharacters);
  const readHtml = await loadHtmlEngine();
  const main = isAll ? undefined : mainContent(html, await loadPageEngine());
  const facts = { ...pageFacts(html, readHtml), ...factsOf(main) };
  return { facts, main, ...pageText(main?.html ?? html, readHtml), embedded, isCut: whole.length > html.length };
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
  { pieces, embedded }: Page,
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
      at = { unit: "section", index, label: withReferences(piece.title, embedded).text };
    }
    if (piece.type === "image" || (chosen !== undefined && !chosen.has(index))) continue;
    const { text: markdown, numbers } = withReferences(piece.markdown, embedded);
    yield text(isFirst || piece.type === "heading" ? markdown : `\n${markdown}`, at);
    isFirst = false;
    yield* imagesOf(numbers, embedded, { context, at });
  }
  if (index > 0) yield extent("section", index);
}

async function* imagesOf(
  numbers: readonly number[],
  embedded: readonly EmbeddedImage[],
  where: { readonly context: HandlerContext; readonly at: Place | undefined },
): AsyncGenerator<HandlerEvent> {
  for (const number of numbers) {
    const image = embedded[number - 1];
    if (image === undefined) continue;
    const event = await imageEvent(image.bytes(), `image ${number}`, { alt: image.alt, ...where });
    if (event !== undefined) yield event;
  }
}

function* remarks({ main, pieces, images, embedded, isCut }: Page, isAll: boolean): Generator<HandlerEvent> {
  const isEmpty = pieces.every((piece) => !("markdown" in piece) || piece.markdown.trim() === "");
  if (isEmpty) yield notice("The page has no text: scripts write it, and the reader runs none.");
  if (isCut) {
    yield notice(
      `Only the first ${maxCharacters} characters of the page are shown: view "text" has all lines of its source.`,
    );
  }
  if (main !== undefined) {
    const share = `${main.words} of ${main.pageWords} words`;
    const which = embedded.length > 0 ? "without the images that are elsewhere" : "without its images";
    yield notice(
      `This is the main content of a web page, ${share}, ${which}: select "all" shows the whole page, and view "text" its source.`,
    );
  } else if (!isAll && !isEmpty) {
    yield notice('The whole page is shown, because it has no main article. View "text" shows its source.');
  }
  if (main === undefined && images > 0) {
    const what = images === 1 ? "An image is" : `${images} images are`;
    yield notice(`${what} not shown, because the reader fetches nothing.`);
  }
}
