import {
  createMarkdownBuilder,
  type HtmlListener,
  type MarkdownBuilder,
  type MarkdownPiece,
  type ReadHtml,
} from "@reader/document";
import { partNamed } from "./open-book.ts";

/** The pieces of a chapter. Sources of pictures are names of parts; links within the book are only their text. */
export function chapterPieces(html: string, part: string, readHtml: ReadHtml): readonly MarkdownPiece[] {
  const builder = createMarkdownBuilder();
  const pieces: MarkdownPiece[] = [];
  readHtml(closed(html), behindBlocks(builder, inBook(builder, part), pieces));
  return [...pieces, ...builder.end()];
}

/** Takes out what is finished where a block with a picture ends, so that the picture comes behind that block. */
function behindBlocks(builder: MarkdownBuilder, book: HtmlListener, pieces: MarkdownPiece[]): HtmlListener {
  let hasPicture = false;
  return {
    open(name, attributes) {
      hasPicture ||= sourceOf(name, attributes) !== undefined;
      book.open(name, attributes);
    },
    close(name) {
      book.close(name);
      const finished = hasPicture ? builder.take() : [];
      if (finished.length > 0) hasPicture = false;
      for (const piece of finished) pieces.push(piece);
    },
    text: (characters) => book.text(characters),
  };
}

const empty = /^(?:area|base|br|col|embed|hr|image|img|input|link|meta|param|source|track|wbr)$/i;

/** Chapters are XML, where `<script/>` is closed; in HTML, all that follows would belong to it. */
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
      else builder.open("img", new Map([...attributes, ["src", pictureName(part, source)]]));
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

/** Covers are often a picture inside a drawing. */
function sourceOf(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  if (name === "img") return attributes.get("src") ?? "";
  return name === "image" ? (attributes.get("xlink:href") ?? attributes.get("href")) : undefined;
}

function pictureName(part: string, source: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(source.trim()) ? "outside" : partNamed(part, source);
}
