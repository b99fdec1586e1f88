import { createMarkdownBuilder, type HtmlListener, type MarkdownPiece, type ReadHtml } from "@reader/markdown";
import { partNamed } from "./open-book.ts";

/** The pieces of a chapter. Sources of pictures are names of parts; links within the book are only their text. */
export function chapterPieces(html: string, part: string, readHtml: ReadHtml): readonly MarkdownPiece[] {
  const builder = createMarkdownBuilder();
  readHtml(closed(html), inBook(builder, part));
  return builder.end();
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
