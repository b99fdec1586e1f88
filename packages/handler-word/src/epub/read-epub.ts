import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Place,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import {
  createMarkdownBuilder,
  type HtmlListener,
  loadHtmlEngine,
  type MarkdownBuilder,
  type MarkdownPiece,
  type ReadHtml,
} from "@reader/document";
import { chooseSections, type DocumentDetails, type SectionRequest } from "@reader/document/builder";
import {
  frontMatter,
  imageEvent,
  skipUnreadablePart,
  withImageLines,
  type DocumentFacts,
} from "@reader/document/content";
import { damageNotices, openPackage, type OfficePackage } from "@reader/office-kit/package";
import { withoutDoctype } from "@reader/office-kit/odf";
import { childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";

/** Reads a book in chapter order, with its headings as places. */
export async function* readEpub(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const book = await openBook(source, context);
  seen.facts = book.facts;
  const state: State = { book, context, readHtml: await loadHtmlEngine(), section: 0, at: undefined, hasText: false };
  const { pages, select } = context;
  yield* damageNotices(book.parts);
  const isWhole = pages === undefined && select === undefined;
  if (isWhole) yield* frontMatter(book.facts);
  const events = isWhole ? wholeBook(state) : chosenSections(state, { path: source.path, pages, select });
  yield* withImageLines(events, context);
  if (state.section > 0) yield extent("section", state.section);
}

interface State {
  readonly book: Book;
  readonly context: HandlerContext;
  readonly readHtml: ReadHtml;
  section: number;
  at: Place | undefined;
  hasText: boolean;
}

async function* wholeBook(state: State): AsyncGenerator<HandlerEvent> {
  for await (const piece of pieces(state)) yield* eventsOf(state, piece);
}

async function* chosenSections(state: State, request: SectionRequest): AsyncGenerator<HandlerEvent> {
  const all: (MarkdownPiece | HandlerEvent)[] = [];
  for await (const piece of pieces(state)) all.push(piece);
  const chosen = chooseSections(all.filter(isPiece), request);
  for (const piece of all) yield* eventsOf(state, piece, chosen);
}

/** Yields the content of the chapters, and notices about chapters that cannot be read. */
async function* pieces({ book, context, readHtml }: State): AsyncGenerator<MarkdownPiece | HandlerEvent> {
  const pause = createYielder(context.signal);
  let read = 0;
  for (const part of book.chapters) {
    await pause();
    const html = await chapterText(book, part);
    if (typeof html === "string") {
      read += 1;
      yield* chapterPieces(html, part, readHtml);
    } else yield notice(html.message);
  }
  if (read === 0 && book.chapters.some((part) => book.encrypted.has(part))) {
    throw new ReadError("encrypted", "The chapters of the book are encrypted, probably by copy protection.", {
      hint: "Ask the user for a copy without copy protection: no password opens this one.",
    });
  }
}

/** Reads a chapter. Returns the error for a chapter that cannot be read, so that the others are kept. */
async function chapterText({ parts, encrypted }: Book, part: string): Promise<string | ReadError> {
  try {
    if (encrypted.has(part)) return new ReadError("encrypted", `Chapter ${quoted(part)} is encrypted.`);
    const bytes = await parts.bytes(part);
    return bytes === undefined
      ? new ReadError("corrupt", `Chapter ${quoted(part)} is missing.`)
      : new TextDecoder(encodingOf(bytes)).decode(bytes);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return error;
    throw error;
  }
}

/** Books are in UTF-8, or in UTF-16 with a byte order mark (EPUB 3.3, 4.1). */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function isPiece(piece: MarkdownPiece | HandlerEvent): piece is MarkdownPiece {
  return "markdown" in piece || "source" in piece;
}

async function* eventsOf(
  state: State,
  piece: MarkdownPiece | HandlerEvent,
  chosen?: ReadonlySet<number>,
): AsyncGenerator<HandlerEvent> {
  state.context.signal.throwIfAborted();
  if (!isPiece(piece)) {
    yield piece;
    return;
  }
  if (piece.type === "heading") {
    state.section += 1;
    state.at = { unit: "section", index: state.section, label: piece.title };
  }
  if (chosen !== undefined && !chosen.has(state.section)) return;
  if (piece.type === "image") yield* imageEvents(state, piece.source, piece.alt);
  else {
    const isApart = state.hasText && piece.type !== "heading";
    state.hasText = true;
    yield text(isApart ? `\n${piece.markdown}` : piece.markdown, state.at);
  }
}

async function* imageEvents(
  { book: { parts, encrypted }, context, at }: State,
  part: string,
  alt: string,
): AsyncGenerator<HandlerEvent> {
  if (context.capabilities.images === undefined || encrypted.has(part)) return;
  const event = await skipUnreadablePart(async () => {
    const bytes = await parts.image(part);
    return bytes && imageEvent(new Uint8Array(bytes), part, { alt, context, at });
  });
  if (event !== undefined) yield event;
}

/** Converts a chapter. Image sources become part names; links inside the book become plain text. */
function chapterPieces(html: string, part: string, readHtml: ReadHtml): readonly MarkdownPiece[] {
  const builder = createMarkdownBuilder();
  const pieces: MarkdownPiece[] = [];
  readHtml(closed(html), imagesAfterBlocks(builder, inBook(builder, part), pieces));
  return [...pieces, ...builder.end()];
}

/** Takes finished content when a block with an image ends, so that the image follows that block. */
function imagesAfterBlocks(builder: MarkdownBuilder, book: HtmlListener, pieces: MarkdownPiece[]): HtmlListener {
  let hasImage = false;
  return {
    open(name, attributes) {
      hasImage ||= sourceOf(name, attributes) !== undefined;
      book.open(name, attributes);
    },
    close(name) {
      book.close(name);
      const finished = hasImage ? builder.take() : [];
      if (finished.length > 0) hasImage = false;
      for (const piece of finished) pieces.push(piece);
    },
    text: (characters) => book.text(characters),
  };
}

const empty = /^(?:area|base|br|col|embed|hr|image|img|input|link|meta|param|source|track|wbr)$/i;

/** Chapters are XML, where `<script/>` is closed; an HTML parser would treat the rest of the file as its content. */
function closed(html: string): string {
  return html.replace(/<([a-z][\w:-]*)(\s[^<>]*)?\/>/gi, (tag, name: string, attributes: string = "") =>
    empty.test(name) ? tag : `<${name}${attributes}></${name}>`,
  );
}

function inBook(builder: HtmlListener, part: string): HtmlListener {
  return {
    open(name, attributes) {
      const source = sourceOf(name, attributes);
      if (source === undefined) builder.open(name, attributes);
      else builder.open("img", new Map([...attributes, ["src", imageName(part, source)]]));
      // The title of the page repeats that of the book.
      if (name === "title") builder.open("style", new Map());
    },
    close(name) {
      if (name === "title") builder.close("style");
      builder.close(name);
    },
    text: (characters) => builder.text(characters),
  };
}

/** Covers are often an SVG drawing that contains an image. */
function sourceOf(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  if (name === "img") return attributes.get("src") ?? "";
  return name === "image" ? (attributes.get("xlink:href") ?? attributes.get("href")) : undefined;
}

function imageName(part: string, source: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(source.trim()) ? "outside" : partNamed(part, source);
}

/** A book whose table of contents was read. */
interface Book {
  readonly parts: OfficePackage;
  readonly facts: DocumentFacts;
  /** The parts with text, in reading order (EPUB 3.3, 5.7). */
  readonly chapters: readonly string[];
  /** The encrypted parts, mostly fonts (EPUB OCF 3.3, 4.2.6.3.2). */
  readonly encrypted: ReadonlySet<string>;
}

const containerPart = "META-INF/container.xml";
const encryptionPart = "META-INF/encryption.xml";
const chapterType = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/i;

/** Maximum number of chapters. */
const maxChapters = 10_000;

/** Opens a book and reads the part that lists its chapters. Throws `corrupt` if that part is missing. */
async function openBook(source: Source, context: HandlerContext): Promise<Book> {
  const parts = await openPackage(source, context);
  const container = await treeOf(parts, containerPart);
  const root = descendants(container, "rootfile").find(({ attributes }) => attributes["full-path"] !== undefined);
  const main = root?.attributes["full-path"] ?? parts.zip.entries.find(({ name }) => /\.opf$/i.test(name))?.name;
  const book = main === undefined ? undefined : await treeOf(parts, main);
  if (main === undefined || book === undefined) {
    throw new ReadError(
      "corrupt",
      `${source.path} is not a complete EPUB book: the part that lists its chapters is missing.`,
    );
  }
  const encrypted = descendants(await treeOf(parts, encryptionPart), "CipherReference");
  return {
    parts,
    facts: factsIn(book),
    chapters: chaptersIn(book, main).slice(0, maxChapters),
    encrypted: new Set(encrypted.map(({ attributes }) => partNamed("", attributes["URI"] ?? ""))),
  };
}

/** Resolves a reference to the name of a part, without its fragment. */
export function partNamed(from: string, reference: string): string {
  const segments = from.split("/").slice(0, -1);
  for (const segment of decoded(reference.replace(/[?#].*$/s, "")).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** Reads a part as a tree. Returns `undefined` if it is missing or damaged. */
async function treeOf(parts: OfficePackage, part: string): Promise<XmlElement | undefined> {
  if (!parts.has(part)) return undefined;
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of withoutDoctype(parts.stream(part))) pieces.push(piece);
    return readXmlTree(new Uint8Array(Buffer.concat(pieces)), part);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

/** Returns descendants by local name. The XML reader limits the depth. */
function descendants(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => (localName(child) === name ? [child] : descendants(child, name)));
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

function chaptersIn(book: XmlElement, main: string): readonly string[] {
  const items = new Map(descendants(book, "item").map((item) => [item.attributes["id"] ?? "", item]));
  const listed = descendants(book, "itemref").map(({ attributes }) => items.get(attributes["idref"] ?? ""));
  const chapters = listed.some((item) => item !== undefined) ? listed : [...items.values()];
  return chapters
    .filter((item) => item !== undefined && isChapter(item))
    .map((item) => partNamed(main, item?.attributes["href"] ?? ""));
}

/** Excludes the navigation document, which only repeats the chapter titles. */
function isChapter({ attributes }: XmlElement): boolean {
  const isContents = /(?:^|\s)nav(?:\s|$)/.test(attributes["properties"] ?? "");
  return !isContents && chapterType.test(attributes["media-type"] ?? "");
}

function factsIn(book: XmlElement): DocumentFacts {
  const words = (name: string): string =>
    descendants(book, name)
      .map((element) => textIn(element).trim())
      .filter((value) => value !== "")
      .join(", ");
  return {
    title: words("title"),
    author: words("creator"),
    keywords: words("subject"),
    comments: words("description").replace(/<[^>]*>/g, " "),
    created: words("date"),
  };
}
