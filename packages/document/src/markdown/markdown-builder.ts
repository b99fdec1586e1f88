import { headings, unseen, type Attributes } from "./elements.ts";
import type { HtmlListener } from "./engine.ts";
import { createFlowFrame, type FlowFrame } from "./flow-frame.ts";
import { createTableFrames, type TableFrames } from "./table-frames.ts";

/** A piece of a document, in order. Between two pieces of text belongs an empty line. */
export type MarkdownPiece =
  /** Whole blocks; ends with a newline. */
  | { readonly type: "text"; readonly markdown: string }
  /** A heading; `markdown` ends with a newline, `title` is plain. */
  | { readonly type: "heading"; readonly level: number; readonly title: string; readonly markdown: string }
  /** A picture that the text before it shows as `![alt](source)`. */
  | { readonly type: "image"; readonly source: string; readonly alt: string };

/**
 * Makes Markdown of the tags and the text of an HTML document, told one after the other.
 *
 * Lists: an item shows what its `data-label` says (`1.1.1`, `a)`, or nothing) instead of a number or a dash; `start`
 * and `value` count. Tables: the first row is the header; a cell that spans others stands once, where it starts;
 * blocks in a cell are divided by `<br>`, the cells of a table in a cell by ` / `; a table of one cell, and one with a
 * cell too long for a line, is no table but its cells, one below the other. `sup` and `sub` become `x²` and `x_i`.
 * Links show where they lead if that is outside. Text is not escaped: models read `2 * 3 * 4` as it is.
 */
export interface MarkdownBuilder extends HtmlListener {
  /** Text that is Markdown already: it is neither folded nor escaped. */
  raw(markdown: string): void;
  /** Takes out what is finished: whole blocks. Call it now and then, so that a long document is not held whole. */
  take(): readonly MarkdownPiece[];
  /** Takes out the rest. */
  end(): readonly MarkdownPiece[];
}

/**
 * A builder that has been told nothing yet. Styles and scripts are left out. It keeps no tree, so that no input makes
 * it slow or deep.
 */
export function createMarkdownBuilder(): MarkdownBuilder {
  return new Builder();
}

class Builder implements MarkdownBuilder {
  readonly #pieces: MarkdownPiece[] = [];
  /** Pictures of the blocks that are not pieces yet. */
  readonly #images: { readonly source: string; readonly alt: string }[] = [];
  readonly #document: FlowFrame = createFlowFrame();
  readonly #tables: TableFrames = createTableFrames(this.#document);
  #heading: { readonly level: number; title: string } | undefined;
  #unseenDepth = 0;

  open(name: string, attributes: Attributes): void {
    if (unseen.has(name)) this.#unseenDepth += 1;
    if (this.#unseenDepth > 0 || this.#tables.open(name, attributes)) return;
    if (headings.has(name)) this.#openHeading(name, attributes);
    else if (name === "img") this.#writeImage(attributes);
    else this.#tables.current.open(name, attributes);
  }

  close(name: string): void {
    if (unseen.has(name)) this.#unseenDepth = Math.max(0, this.#unseenDepth - 1);
    if (this.#unseenDepth > 0 || this.#tables.close(name)) return;
    if (headings.has(name)) this.#closeHeading(name);
    else this.#tables.current.close(name);
  }

  text(characters: string): void {
    if (this.#unseenDepth > 0) return;
    if (this.#heading !== undefined) this.#heading.title += characters;
    this.#tables.current.text(characters);
  }

  raw(markdown: string): void {
    if (this.#heading !== undefined) this.#heading.title += markdown;
    this.#tables.current.raw(markdown);
  }

  take(): readonly MarkdownPiece[] {
    if (this.#tables.isEmpty && this.#document.isBetweenBlocks) this.#finishBlocks();
    return this.#pieces.splice(0);
  }

  end(): readonly MarkdownPiece[] {
    this.#tables.end();
    if (this.#heading === undefined) this.#finishBlocks();
    else this.#finishHeading();
    return this.#pieces.splice(0);
  }

  /** Makes a piece of what was written, and one of each picture in it. */
  #finishBlocks(): void {
    const { flow } = this.#document.take();
    if (flow !== "") this.#pieces.push({ type: "text", markdown: `${flow}\n` });
    for (const image of this.#images.splice(0)) this.#pieces.push({ type: "image", ...image });
  }

  /** A heading in a cell is no place, and stands out as strong text. */
  #openHeading(name: string, attributes: Attributes): void {
    const frame = this.#tables.current;
    if (!this.#tables.isEmpty) {
      frame.open("p", attributes);
      return frame.open("strong", attributes);
    }
    if (this.#heading === undefined) this.#finishBlocks();
    else this.#finishHeading();
    this.#heading = { level: Number(name[1]), title: "" };
    frame.openTitle();
  }

  #closeHeading(name: string): void {
    const frame = this.#tables.current;
    if (this.#tables.isEmpty && this.#heading !== undefined) return this.#finishHeading();
    if (!this.#tables.isEmpty) frame.close("strong");
    frame.close(this.#tables.isEmpty ? name : "p");
  }

  #finishHeading(): void {
    const { level = 1, title = "" } = this.#heading ?? {};
    this.#heading = undefined;
    const { inline } = this.#document.take();
    const markdown = `${"#".repeat(level)} ${inline.replaceAll("<br>", " ")}\n`;
    const plain = title.replace(/\s+/g, " ").trim();
    if (inline !== "") this.#pieces.push({ type: "heading", level, title: plain === "" ? inline : plain, markdown });
    this.#finishBlocks();
  }

  #writeImage(attributes: Attributes): void {
    const source = attributes.get("src") ?? "";
    const alt = (attributes.get("alt") ?? "").replace(/\s+/g, " ").trim();
    this.#tables.current.text("");
    this.#tables.current.raw(`![${alt}](${source})`);
    this.#images.push({ source, alt });
  }
}
