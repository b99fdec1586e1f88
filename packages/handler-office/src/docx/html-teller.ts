import { createMarkdownBuilder, type HtmlListener, type MarkdownBuilder, type MarkdownPiece } from "@reader/markdown";
import type { PictureShelf } from "../flow/picture-shelf.ts";
import { hasSigns, splitSigns, type ParagraphSign, type Sign, type Signs } from "./signs.ts";

/** A piece of the document, or another document that stands between two of them. */
export type DocumentPiece = MarkdownPiece | { readonly type: "document"; readonly part: string };

/** What a teller needs to know. */
export interface TellerInput {
  readonly signs: Signs;
  readonly pictures: PictureShelf;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
  readonly notes: NoteLabels;
}

/** What notes are called, and which were come upon since they were last asked for. */
export interface NoteLabels {
  /** The label of a note by its identifier in mammoth's HTML, as `footnote-2`. */
  refer(id: string): string;
  /** The definitions that are due. */
  due(): readonly NoteDefinition[];
}

/** A note as it stands below its text. */
export interface NoteDefinition {
  readonly label: string;
  readonly pieces: readonly MarkdownPiece[];
}

/** What is open in a text that flows: the document's own, or that of a cell. */
interface Flow {
  /** The levels of the open lists; they may leave levels out. */
  readonly lists: number[];
  isCode: boolean;
  /** What the open paragraph is closed with; undefined before its first content. */
  paragraph: string | undefined;
}

const none: ReadonlyMap<string, string> = new Map();

/** Hears mammoth's HTML, and tells a builder of it with what signs stand for. */
export class HtmlTeller implements HtmlListener {
  readonly #input: TellerInput;
  readonly #builder: MarkdownBuilder = createMarkdownBuilder();
  readonly #pieces: DocumentPiece[] = [];
  readonly #flows: Flow[] = [newFlow()];
  /** Whether what mammoth calls a note is passed over. */
  #isInReference = false;

  constructor(input: TellerInput) {
    this.#input = input;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "p") this.#flow.paragraph = undefined;
    else if (name === "a" && isReference(attributes)) this.#refer(attributes.get("href") ?? "");
    else if (parts.has(name)) this.#openPart(name, attributes);
    else this.#inline(() => this.#builder.open(name, attributes));
  }

  close(name: string): void {
    if (name === "p") this.#endParagraph();
    else if (name === "a" && this.#isInReference) this.#isInReference = false;
    else if (parts.has(name)) this.#closePart(name);
    else this.#builder.close(name);
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
    this.#settle();
    this.#tellNotes();
    return [...this.#pieces.splice(0), ...this.#builder.end()];
  }

  get #flow(): Flow {
    const flow = this.#flows.at(-1) ?? newFlow();
    if (this.#flows.length === 0) this.#flows.push(flow);
    return flow;
  }

  #openPart(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "table") this.#settle();
    this.#builder.open(name, attributes);
    if (name === "td" || name === "th") this.#flows.push(newFlow());
  }

  #closePart(name: string): void {
    if (name === "td" || name === "th") {
      this.#settle();
      if (this.#flows.length > 1) this.#flows.pop();
    }
    this.#builder.close(name);
  }

  /** Content of a paragraph, which begins with it. */
  #inline(tell: () => void): void {
    if (this.#flow.paragraph === undefined) this.#beginParagraph(undefined);
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
        if (this.#flow.paragraph === undefined) this.#beginParagraph(sign);
    }
  }

  #showDocument(sign: Extract<Sign, { readonly type: "document" }>): void {
    this.#settle();
    for (const piece of this.#builder.take()) this.#pieces.push(piece);
    this.#pieces.push(sign);
  }

  #showPicture(name: string, alt: string): void {
    const shown = this.#input.pictures.put({ name, alt, load: () => this.#input.part(name) });
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

  #beginParagraph(sign: ParagraphSign | undefined): void {
    if (this.#flow.isCode && sign?.type !== "code") this.#endCode();
    if (sign?.type !== "item") this.#closeLists(0);
    if (sign === undefined) this.#beginBlock("p");
    else this.#beginSigned(sign);
  }

  #beginSigned(sign: ParagraphSign): void {
    switch (sign.type) {
      case "heading":
        return this.#beginHeading(sign.level, sign.label);
      case "item":
        return this.#beginItem(sign.level, sign.label);
      case "code":
        return this.#beginCode();
      case "quote":
        this.#beginBlock("blockquote");
    }
  }

  #beginBlock(name: string): void {
    this.#flow.paragraph = name;
    this.#builder.open(name, none);
  }

  #beginHeading(level: number, label: string): void {
    if (this.#flows.length === 1) this.#tellNotes();
    this.#beginBlock(`h${level}`);
    if (label !== "") this.#builder.text(`${label} `);
  }

  /** What has no label goes on with the item before it, where there is one. */
  #beginItem(level: number, label: string | undefined): void {
    const { lists } = this.#flow;
    this.#closeLists(level + 1);
    if (label === "") return this.#beginBlock("p");
    if ((lists.at(-1) ?? -1) < level) {
      lists.push(level);
      this.#builder.open("ul", none);
    }
    this.#builder.open("li", label === undefined ? none : new Map([["data-label", label]]));
    this.#flow.paragraph = "li";
  }

  #beginCode(): void {
    const flow = this.#flow;
    if (flow.isCode) this.#builder.text("\n");
    else this.#builder.open("pre", none);
    flow.isCode = true;
    flow.paragraph = "";
  }

  /** An item stays open for the lists inside it, and code for its next line. */
  #endParagraph(): void {
    const { paragraph } = this.#flow;
    if (paragraph !== undefined && paragraph !== "" && paragraph !== "li") this.#builder.close(paragraph);
    this.#flow.paragraph = undefined;
  }

  #endCode(): void {
    this.#flow.isCode = false;
    this.#builder.close("pre");
  }

  /** Closes the lists from this level on. */
  #closeLists(level: number): void {
    const { lists } = this.#flow;
    while ((lists.at(-1) ?? -1) >= level) {
      lists.pop();
      this.#builder.close("li");
      this.#builder.close("ul");
    }
  }

  /** Ends whatever paragraphs keep open for the next one. */
  #settle(): void {
    this.#endParagraph();
    if (this.#flow.isCode) this.#endCode();
    this.#closeLists(0);
  }

  #tellNotes(): void {
    for (const { label, pieces } of this.#input.notes.due()) {
      const words = pieces.flatMap((piece) => ("markdown" in piece ? [piece.markdown.trim()] : [])).join("\n\n");
      this.#tellBlock(`${label}: ${words.replace(/\n+/g, "\n    ")}`);
      this.#pieces.push(...this.#builder.take(), ...pieces.filter(({ type }) => type === "image"));
    }
  }
}

function newFlow(): Flow {
  return { lists: [], isCode: false, paragraph: undefined };
}

/** Elements that are no part of a paragraph. */
const parts: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tr", "td", "th"]);

/** mammoth marks notes as `<a href="#footnote-2" id="footnote-ref-2">[1]</a>`. */
function isReference(attributes: ReadonlyMap<string, string>): boolean {
  return /^(?:foot|end)note-ref-/.test(attributes.get("id") ?? "");
}
