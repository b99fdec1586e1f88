import { createMarkdownBuilder, type HtmlListener, type MarkdownBuilder } from "@reader/document";
import type { DocumentPiece } from "@reader/document/builder";
import { ParagraphTeller } from "./paragraph-teller.ts";
import { hasSigns, splitSigns, type Sign } from "./signs.ts";
import type { TellerInput } from "./teller-input.ts";

const none: ReadonlyMap<string, string> = new Map();

/** Hears mammoth's HTML, and tells a builder of it with what signs stand for. */
export class HtmlTeller implements HtmlListener {
  readonly #input: TellerInput;
  readonly #builder: MarkdownBuilder = createMarkdownBuilder();
  readonly #pieces: DocumentPiece[] = [];
  readonly #paragraphs: ParagraphTeller = new ParagraphTeller(this.#builder, () => this.#tellNotes());
  /** Whether what mammoth calls a note is passed over. */
  #isInReference = false;
  /** Whether a picture waits for the end of the block that shows it. */
  #hasPicture = false;

  constructor(input: TellerInput) {
    this.#input = input;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "p") this.#paragraphs.forget();
    else if (name === "a" && isReference(attributes)) this.#refer(attributes.get("href") ?? "");
    else if (parts.has(name)) this.#openPart(name, attributes);
    else this.#inline(() => this.#builder.open(name, attributes));
  }

  close(name: string): void {
    if (name === "p") this.#paragraphs.end();
    else if (name === "a" && this.#isInReference) this.#isInReference = false;
    else if (parts.has(name)) this.#closePart(name);
    else this.#builder.close(name);
    if (this.#hasPicture && (name === "p" || name === "table")) this.#takeFinished();
  }

  text(characters: string): void {
    if (this.#isInReference) return;
    if (!hasSigns(characters)) return this.#inline(() => this.#builder.text(characters));
    for (const piece of splitSigns(characters)) {
      const sign = typeof piece === "number" ? this.#input.signs.at(piece) : undefined;
      if (sign !== undefined) this.#show(sign);
      else if (typeof piece === "string") this.#inline(() => this.#builder.text(piece));
    }
  }

  /** What is finished. */
  take(): readonly DocumentPiece[] {
    return [...this.#pieces.splice(0), ...this.#builder.take()];
  }

  /** The rest, and the notes that are due. */
  end(): readonly DocumentPiece[] {
    this.#paragraphs.settle();
    this.#tellNotes();
    return [...this.#pieces.splice(0), ...this.#builder.end()];
  }

  /** A picture comes behind the paragraph, the list or the table in which it stands. */
  #takeFinished(): void {
    const finished = this.#builder.take();
    if (finished.length > 0) this.#hasPicture = false;
    for (const piece of finished) this.#pieces.push(piece);
  }

  #openPart(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "table") this.#paragraphs.settle();
    this.#builder.open(name, attributes);
    if (isCell(name)) this.#paragraphs.enterCell();
  }

  #closePart(name: string): void {
    if (isCell(name)) this.#paragraphs.leaveCell();
    this.#builder.close(name);
  }

  /** Content of a paragraph, which begins with it. */
  #inline(tell: () => void): void {
    if (!this.#paragraphs.isOpen) this.#paragraphs.begin(undefined);
    tell();
  }

  #show(sign: Sign): void {
    switch (sign.type) {
      case "words":
        return this.#inline(() => this.#builder.raw(sign.markdown));
      case "block":
        return this.#inline(() => this.#tellBlock(sign.markdown));
      case "picture":
        return this.#inline(() => this.#showPicture(sign.part, sign.alt));
      case "document":
        return this.#showDocument(sign);
      case "heading":
      case "item":
      case "code":
      case "quote":
        if (!this.#paragraphs.isOpen) this.#paragraphs.begin(sign);
    }
  }

  #showDocument(sign: Extract<Sign, { readonly type: "document" }>): void {
    this.#paragraphs.settle();
    for (const piece of this.#builder.take()) this.#pieces.push(piece);
    this.#pieces.push(sign);
  }

  #showPicture(name: string, alt: string): void {
    const { pictures, part, start } = this.#input;
    const shown = pictures.put({ name, alt, load: () => part(name), start: async () => start?.(name) });
    this.#hasPicture = true;
    if ("words" in shown) this.#builder.raw(shown.words);
    else
      this.#builder.open(
        "img",
        new Map([
          ["src", shown.source],
          ["alt", alt],
        ]),
      );
  }

  #tellBlock(markdown: string): void {
    this.#builder.open("p", none);
    this.#builder.raw(markdown);
    this.#builder.close("p");
  }

  #refer(href: string): void {
    this.#isInReference = true;
    this.#inline(() => this.#builder.raw(this.#input.notes.refer(href.slice(1))));
  }

  #tellNotes(): void {
    for (const { label, pieces } of this.#input.notes.due()) {
      const words = pieces.flatMap((piece) => ("markdown" in piece ? [piece.markdown.trim()] : [])).join("\n\n");
      this.#tellBlock(`${label}: ${words.replace(/\n+/g, "\n    ")}`);
      this.#pieces.push(...this.#builder.take(), ...pieces.filter(({ type }) => type === "image"));
    }
  }
}

/** Elements that are no part of a paragraph. */
const parts: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tr", "td", "th"]);

function isCell(name: string): boolean {
  return name === "td" || name === "th";
}

/** mammoth marks notes as `<a href="#footnote-2" id="footnote-ref-2">[1]</a>`. */
function isReference(attributes: ReadonlyMap<string, string>): boolean {
  return /^(?:foot|end)note-ref-/.test(attributes.get("id") ?? "");
}
