import { extent, type HandlerContext, type HandlerEvent, type Place, text } from "@reader/core/handler";
import { type HtmlListener, loadHtmlEngine, type ReadHtml } from "../markdown/engine.ts";
import { createMarkdownBuilder, type MarkdownBuilder, type MarkdownPiece } from "../markdown/markdown-builder.ts";
import { skipUnreadablePart } from "../content/embedded-files.ts";
import { type DocumentFacts, frontMatter } from "../content/front-matter.ts";
import { imageEvent, withImageLines } from "../content/image-event.ts";
import { chooseSections } from "./document-events.ts";

/** A book whose chapters are pages of HTML. */
export interface HtmlBook {
  /** The path of the file, for error messages. */
  readonly path: string;
  readonly facts: DocumentFacts;
  /** The name of the cover, if no chapter shows it. */
  readonly cover?: string | undefined;
  /** The chapters in reading order, with notices about those that cannot be read. */
  readonly chapters: AsyncIterable<BookChapter | HandlerEvent>;
  /** Returns the bytes of an image, or `undefined` if it is missing or may not be shown. */
  readonly image: (name: string) => Promise<Uint8Array | undefined>;
}

/** A chapter of a book. */
export interface BookChapter {
  readonly html: string;
  /** Returns the name of the image that a source refers to. */
  readonly imageNamed: (source: string) => string;
  /** The styles of classes that the chapter's style sheets define, as far as they raise or lower text. */
  readonly styles?: ReadonlyMap<string, string>;
  /** True if a link without a scheme leads to a part of the book; if absent, all do. */
  readonly isInside?: (target: string) => boolean;
}

/** Yields a book in chapter order, or the sections that the context asks for. Headings are places. */
export async function* bookEvents(book: HtmlBook, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const state: State = { book, context, readHtml: await loadHtmlEngine(), section: 0, at: undefined, hasText: false };
  const { pages, select } = context;
  const isWhole = pages === undefined && select === undefined;
  if (isWhole) yield* frontMatter(book.facts);
  yield* withImageLines(isWhole ? wholeBook(state) : chosenSections(state), context);
  if (state.section > 0) yield extent("section", state.section);
}

interface State {
  readonly book: HtmlBook;
  readonly context: HandlerContext;
  readonly readHtml: ReadHtml;
  section: number;
  at: Place | undefined;
  hasText: boolean;
}

async function* wholeBook(state: State): AsyncGenerator<HandlerEvent> {
  const { cover } = state.book;
  if (cover !== undefined) yield* imageEvents(state, cover, "cover");
  for await (const piece of piecesOf(state)) yield* eventsOf(state, piece);
}

async function* chosenSections(state: State): AsyncGenerator<HandlerEvent> {
  const { pages, select } = state.context;
  const all: (MarkdownPiece | HandlerEvent)[] = [];
  for await (const piece of piecesOf(state)) all.push(piece);
  const chosen = chooseSections(all.filter(isPiece), { path: state.book.path, pages, select });
  for (const piece of all) yield* eventsOf(state, piece, chosen);
}

async function* piecesOf({ book, readHtml }: State): AsyncGenerator<MarkdownPiece | HandlerEvent> {
  for await (const chapter of book.chapters) {
    if ("html" in chapter) yield* chapterPieces(chapter, readHtml);
    else yield chapter;
  }
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

async function* imageEvents({ book, context, at }: State, name: string, alt: string): AsyncGenerator<HandlerEvent> {
  if (context.capabilities.images === undefined) return;
  const event = await skipUnreadablePart(async () => {
    const bytes = await book.image(name);
    return bytes && imageEvent(new Uint8Array(bytes), name, { alt, context, at });
  });
  if (event !== undefined) yield event;
}

/** Converts a chapter. Image sources become names; links inside the book become plain text. */
function chapterPieces(chapter: BookChapter, readHtml: ReadHtml): readonly MarkdownPiece[] {
  const builder = createMarkdownBuilder();
  const pieces: MarkdownPiece[] = [];
  readHtml(closed(chapter.html), imagesAfterBlocks(builder, inBook(builder, chapter), pieces));
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

function inBook(builder: HtmlListener, chapter: BookChapter): HtmlListener {
  const { imageNamed, styles, isInside = () => true } = chapter;
  const leadsOut = (target = ""): boolean => /^[^/?#]*:/.test(target) || !isInside(target);
  return {
    open(name, attributes) {
      const source = sourceOf(name, attributes);
      if (name === "a") builder.open(name, leadsOut(attributes.get("href")) ? attributes : new Map());
      else if (name === "span") builder.open(name, styles === undefined ? attributes : styled(attributes, styles));
      else if (source === undefined) builder.open(name, attributes);
      else builder.open("img", new Map([...attributes, ["src", imageNamed(source)]]));
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

/** Returns the attributes of an element with the style of its classes as its own. */
function styled(
  attributes: ReadonlyMap<string, string>,
  styles: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = attributes
    .get("class")
    ?.split(/\s+/)
    .find((name) => styles.has(name));
  return found === undefined ? attributes : new Map([...attributes, ["style", styles.get(found) ?? ""]]);
}

/** Covers are often an SVG drawing that contains an image. Images of MOBI books have numbers. */
function sourceOf(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  if (name === "img") return attributes.get("src") ?? attributes.get("recindex") ?? "";
  return name === "image" ? (attributes.get("xlink:href") ?? attributes.get("href")) : undefined;
}
