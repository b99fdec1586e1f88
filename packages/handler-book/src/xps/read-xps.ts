import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  headingOutline,
  notice,
  type Outline,
  type Place,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder, nestHeadings } from "@reader/core/internal";
import { cleaned, frontMatter, imageEvent, skipUnreadablePart, withImageLines } from "@reader/document/content";
import { damageNotices } from "@reader/office-kit/package";
import type { PageSource } from "@reader/pdf-pages";
import { createPageLabels, listPages } from "@reader/pdf-pages/document";
import { createTextWriter } from "@reader/pdf-pages/markdown";
import { type FontCache, readPage, type XpsPage } from "./read-page.ts";
import { openXps, type XpsDocument } from "./xps-document.ts";

/** Reads a document page by page: its text in reading order, and its larger images. */
export async function* readXps(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const document = await openXps(source, context);
  const { pages, select, view } = context;
  if (select !== undefined) throw noSelection(source.path);
  const { path, pages: parts, facts, outline } = document;
  const numbers = listPages({ path, pageCount: parts.length, labels: createPageLabels([], parts.length) }, pages);
  yield extent("page", parts.length);
  yield* damageNotices(document.parts);
  if (view === "image") yield { ...notDrawn, mediaType: source.sniff.mediaType };
  if (pages === undefined) yield* frontMatter(facts);
  const loaded = createLoadedPages(document);
  const titles = new Map(outline.map(({ title, level }) => [title, level]));
  const writer = createTextWriter({
    pages: loaded,
    pageCount: parts.length,
    outline: () => titles,
    tables: "auto",
  });
  const write = async (number: number, page: XpsPage): Promise<string> =>
    (await writer.write({ page: page.model, content: page.model.content, number })).text;
  yield* withImageLines(pageEvents(loaded, numbers, { context, write, document }), context);
}

/** No handler draws XPS: the build of MuPDF for WebAssembly, which draws PDF files, is made without it. */
const notDrawn = {
  type: "notice",
  code: "no-images",
  reason: "Pages of XPS documents are not drawn",
  hint: "For images of the pages, ask the user for the document as PDF, for example by `mutool convert -o FILE.pdf FILE.xps`.",
} as const;

interface Writing {
  readonly context: HandlerContext;
  readonly document: XpsDocument;
  readonly write: (number: number, page: XpsPage) => Promise<string>;
}

async function* pageEvents(
  loaded: LoadedPages,
  numbers: readonly number[],
  writing: Writing,
): AsyncGenerator<HandlerEvent> {
  const pause = createYielder(writing.context.signal);
  for (const number of numbers) {
    await pause();
    const at: Place = { unit: "page", index: number };
    const page = await loaded.load(number);
    if (page === undefined) yield text("(this page is damaged and cannot be read)\n", at);
    else yield* eventsOfPage(page, at, writing);
  }
}

async function* eventsOfPage(
  page: XpsPage,
  at: Place,
  { context, document, write }: Writing,
): AsyncGenerator<HandlerEvent> {
  if (page.model.isShortened) yield notice("This page has more content than the limit for one page.", at);
  const words = await write(at.index, page);
  if (words !== "") yield text(words, at);
  const images = largeImages(page);
  if (words === "" && images.length === 0) yield text("(this page has no text)\n", at);
  if (words === "" && images.length > 0) yield text("(this page is an image)\n", at);
  if (context.capabilities.images === undefined) return;
  for (const source of images) {
    const event = await skipUnreadablePart(async () => {
      // The bytes of an image on many pages do not count on each.
      const bytes = (await document.parts.image(source)) ?? (await document.bytes(source));
      return bytes && imageEvent(bytes, source, { context, at });
    });
    if (event !== undefined) yield event;
  }
}

/** Smaller images are decoration. */
const minShareOfPage = 0.02;

function largeImages({ images, model: { content } }: XpsPage): readonly string[] {
  const least = content.widthPt * content.heightPt * minShareOfPage;
  const large = images.filter(({ box }) => (box.x1 - box.x0) * (box.y1 - box.y0) >= least);
  return [...new Set(large.map(({ source }) => source))];
}

interface LoadedPages extends PageSource {
  /** Reads a page, and those beside it from which its layout is learned. Returns `undefined` if it is damaged. */
  readonly load: (number: number) => Promise<XpsPage | undefined>;
}

/** The first pages, from which the sizes of type are learned. */
const samplePages = 3;

function createLoadedPages(document: XpsDocument): LoadedPages {
  const fonts: FontCache = new Map();
  const known = new Map<number, XpsPage | undefined>();
  const one = async (number: number): Promise<XpsPage | undefined> => {
    if (!known.has(number)) known.set(number, await soundPage(document, number, fonts));
    return known.get(number);
  };
  return {
    read: (number) => known.get(number)?.model,
    async load(number) {
      const beside = [1, 2, samplePages, number - 1, number].filter(
        (each) => each >= 1 && each <= document.pages.length,
      );
      for (const each of beside) await one(each);
      for (const old of known.keys()) if (old > samplePages && old < number - 1) known.delete(old);
      return one(number);
    },
  };
}

async function soundPage(document: XpsDocument, number: number, fonts: FontCache): Promise<XpsPage | undefined> {
  return skipUnreadablePart(() => readPage(document, document.pages[number - 1] ?? "", fonts));
}

function noSelection(path: string): ReadError {
  return new ReadError("invalid-request", `${path} is an XPS document, which has pages and nothing to select.`, {
    hint: 'Ask for `pages` such as "2-4".',
  });
}

/** Describes a document: its properties and its pages. */
export async function describeXps(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const { pages, facts, outline } = await openXps(source, context);
  const named = Object.entries(facts).flatMap(([name, value]) => {
    const line = cleaned(typeof value === "string" ? value : undefined);
    return line === undefined ? [] : [[name, line] as const];
  });
  const headings = outline.length === 0 ? {} : { bookmarks: outline.length };
  return { extents: [extent("page", pages.length)], facts: { ...Object.fromEntries(named), ...headings } };
}

/** Returns the outline that the document stores, or the headings of its pages. */
export async function outlineXps(source: Source, context: HandlerContext): Promise<Outline> {
  const { outline } = await openXps(source, context);
  const placed = outline.flatMap(({ title, level, page }) =>
    page === undefined ? [] : [{ title, level, place: { unit: "page", index: page } as const }],
  );
  if (placed.length > 0) return { entries: nestHeadings(placed) };
  const whole = { ...context, view: "text", pages: undefined, select: undefined } as const;
  return headingOutline(readXps(source, whole), { timeMs: context.budget.outlineTimeMs });
}
