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
import {
  loadHtmlEngine,
  type MarkdownPiece,
  type ReadHtml,
  createMarkdownBuilder,
  type HtmlListener,
} from "@reader/document";
import { chooseSections } from "@reader/document/builder";
import { imageEvent, withImageLines } from "@reader/document/content";
import { createChoices } from "./choices.ts";
import { loadPageEngine, type MainContent, mainContent, createHiddenParts, isTiny } from "@reader/document/page";
import { type EmbeddedImage, withImageMarks, withReferences } from "./embedded-images.ts";

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

/** What a page says about itself in its head. */
interface PageFacts {
  readonly title?: string;
  readonly author?: string;
  readonly published?: string;
  readonly site?: string;
  readonly description?: string;
  readonly language?: string;
  /** The address of the page on its server. */
  readonly address?: string;
}

type FactName = keyof PageFacts;

/** Names of `meta` elements, in lower case: Open Graph, Dublin Core, schema.org and names that programs write. */
const metaNames: ReadonlyMap<string, FactName> = new Map([
  ["og:title", "title"],
  ["twitter:title", "title"],
  ["dc.title", "title"],
  ["author", "author"],
  ["dc.creator", "author"],
  ["article:author", "author"],
  ["article:published_time", "published"],
  ["datepublished", "published"],
  ["date", "published"],
  ["pubdate", "published"],
  ["dc.date", "published"],
  ["dc.date.issued", "published"],
  ["dcterms.created", "published"],
  ["og:site_name", "site"],
  ["application-name", "site"],
  ["description", "description"],
  ["og:description", "description"],
  ["og:url", "address"],
]);

/** Maximum number of characters of a fact. */
const maxFactCharacters = 500;

/** The address in the comment that browsers write into a saved page. */
const savedFrom =
  /<!--\s*(?:saved from url=\(\d+\)|saved from |page saved with [^\n]{0,80}\s+url:\s*)(https?:\/\/\S{1,2000})/i;

/** Reads the facts of a page from its head. The first value of each kind wins, but a `title` element before all. */
function pageFacts(html: string, readHtml: ReadHtml): PageFacts {
  const facts = new Map<FactName, string>();
  const put = (name: FactName, value: string | undefined): void => {
    const line = (value ?? "").replaceAll(/\s+/g, " ").trim().slice(0, maxFactCharacters);
    if (line !== "" && !facts.has(name)) facts.set(name, line);
  };
  let title: string | undefined;
  let isInTitle = false;
  readHtml(headOf(html), {
    open(name, attributes) {
      isInTitle = name === "title" && title === undefined;
      for (const [fact, value] of factsIn(name, attributes)) put(fact, value);
    },
    close: () => void (isInTitle = false),
    text(characters) {
      if (isInTitle) title = (title ?? "") + characters;
    },
  });
  put("address", savedFrom.exec(html.slice(0, maxHeadCharacters))?.[1]);
  const shown = title?.replaceAll(/\s+/g, " ").trim().slice(0, maxFactCharacters);
  return { ...Object.fromEntries(facts), ...(shown === undefined || shown === "" ? {} : { title: shown }) };
}

/** Returns the facts that an element states. */
function factsIn(
  name: string,
  attributes: ReadonlyMap<string, string>,
): readonly (readonly [FactName, string | undefined])[] {
  if (name === "html") return [["language", attributes.get("lang") ?? attributes.get("xml:lang")]];
  const isAddress = name === "link" && attributes.get("rel")?.toLowerCase() === "canonical";
  if (isAddress) return [["address", attributes.get("href")]];
  const key = ["property", "name", "itemprop"].map((each) => attributes.get(each)).find((value) => value !== undefined);
  const fact = name === "meta" ? metaNames.get(key?.toLowerCase() ?? "") : undefined;
  return fact === undefined ? [] : [[fact, attributes.get("content")]];
}

/** Maximum number of characters of a head. Facts that follow later are not found. */
const maxHeadCharacters = 1_000_000;

function headOf(html: string): string {
  const start = html.slice(0, maxHeadCharacters);
  const end = /<body[\s>]/i.exec(start)?.index ?? start.length;
  return start.slice(0, end);
}

/** A page as Markdown. */
interface PageText {
  readonly pieces: readonly MarkdownPiece[];
  /** Number of images with a size, none of which is shown. */
  readonly images: number;
}

/** Converts HTML to Markdown. Hidden elements are left out; images become their alternative text. */
function pageText(html: string, readHtml: ReadHtml): PageText {
  const page = convert(html, readHtml, true);
  // An element that hides its content and is never closed must not hide the rest of the page.
  return page.isOpen ? convert(html, readHtml, false) : page;
}

function convert(html: string, readHtml: ReadHtml, skipsHidden: boolean): PageText & { readonly isOpen: boolean } {
  const builder = createMarkdownBuilder();
  const hidden = createHiddenParts(skipsHidden);
  const choices = createChoices();
  let images = 0;
  /** The attributes of an open link without text so far. A link around an image alone is not worth its address. */
  let link: ReadonlyMap<string, string> | undefined;
  const write = (words: string): void => {
    if (link !== undefined && words.trim() !== "") {
      builder.open("a", link);
      link = undefined;
    }
    builder.text(words);
  };
  const listener: HtmlListener = {
    open(name, attributes) {
      if (hidden.open(name, attributes)) return;
      // The title of the page is shown above it.
      choices.open(name, attributes);
      if (unshown.has(name)) builder.open("template", attributes);
      if (name === "a") link = targetOf(attributes);
      else if (name !== "img") builder.open(name, attributes);
      if (name !== "img") return;
      if (isTiny(attributes)) return;
      images += 1;
      const words = (attributes.get("alt") ?? "").replaceAll(/\s+/g, " ").trim();
      if (words !== "") write(`[image: ${words.replaceAll("]", ")")}]`);
    },
    close(name) {
      if (hidden.close(name)) return;
      if (name === "a") link = undefined;
      const chosen = choices.close(name);
      if (chosen !== "") write(` ${chosen} `);
      builder.close(name);
      if (unshown.has(name)) builder.close("template");
    },
    text(characters) {
      if (!hidden.isHidden && !choices.add(characters)) write(characters);
    },
  };
  readHtml(html, listener);
  return { pieces: builder.end(), images, isOpen: hidden.isHidden };
}

/**
 * Returns the attributes of a link, or none for a path from the root of a server: a saved page does not name the server.
 * Such a link still ends the one before it.
 */
function targetOf(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return /^\s*\/(?!\/)/.test(attributes.get("href") ?? "") ? new Map() : attributes;
}

/** Elements whose text is not part of the page: its title, and what only browsers without scripts show. */
const unshown: ReadonlySet<string> = new Set(["title", "noscript", "svg"]);
