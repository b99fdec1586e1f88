import { textMarks, withinMarks, type TextMark } from "@reader/document/builder";
import { element, type WordElement, type WordNode } from "../tree.ts";
import { withoutSigns } from "../signs.ts";

/** How a run looks, as far as it is shown, and what its author did to it. */
export interface RunLook {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isCode: boolean;
  readonly isHidden: boolean;
  readonly isCapitals: boolean;
  readonly script: string | undefined;
  readonly change: "insertion" | "deletion" | undefined;
}

/** A run that looks like nothing special. */
export const plainLook: RunLook = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  isHidden: false,
  isCapitals: false,
  script: undefined,
  change: undefined,
};

/** The identifier of the style of code, which the map of styles knows. */
export const codeStyle = "reader-code";

/** What fields are made of; the start of a form field has its state in it, the others show nothing. */
const fieldParts: ReadonlySet<string> = new Set(["w:fldChar", "w:instrText"]);

/**
 * Collects the content of a paragraph in as few runs as it can be told in: mammoth's time goes by the number of runs.
 * What was inserted, deleted or hidden stands between marks of text.
 */
export class InlineWriter {
  #nodes: WordNode[] = [];
  #run: WordNode[] = [];
  #text = "";
  #look: RunLook = plainLook;
  #open: TextMark[] = [];
  /** Whether anything was written that can be seen. */
  #hasContent = false;

  /** Text of the document. */
  text(characters: string, look: RunLook): void {
    if (characters === "") return;
    const isBlank = characters.trim() === "";
    if (!isBlank) this.#enter(look);
    const shown = withoutSigns(look.isCapitals ? characters.toUpperCase() : characters);
    this.#text += this.#open.length === 0 ? shown : withinMarks(shown, this.#open);
    if (!isBlank) this.#hasContent = true;
  }

  /** The characters of a sign. */
  sign(characters: string, look: RunLook): void {
    this.#enter(look);
    this.#text += characters;
    this.#hasContent = true;
  }

  /** An element of a run that mammoth reads. */
  node(node: WordElement, look: RunLook): void {
    this.#enter(look);
    this.#flushText();
    if (fieldParts.has(node.name)) return this.#pushAlone(node);
    this.#run.push(node);
    this.#hasContent ||= node.name !== "w:br";
  }

  /** mammoth asks at the end of a run whether it is in a field that is a link. */
  #pushAlone(node: WordElement): void {
    this.#flush();
    this.#nodes.push(element("w:r", {}, [node]));
    this.#hasContent ||= node.children.length > 0 && node.name === "w:fldChar";
  }

  /** Puts what is written by `write` into an element, such as a link. */
  within(wrapper: WordElement, write: () => void): void {
    this.#flush();
    const outer = this.#nodes;
    this.#nodes = [];
    write();
    this.#flush();
    wrapper.children = this.#nodes;
    this.#nodes = outer;
    this.#nodes.push(wrapper);
  }

  /** All of it, with the marks closed; nothing where nothing can be seen. */
  end(): WordNode[] {
    this.#closeMarks(0);
    this.#flush();
    return this.#hasContent ? this.#nodes : [];
  }

  /** Blanks are not entered: they look like what is before them, so that no run and no mark is made for them. */
  #enter(look: RunLook): void {
    const { change, isHidden } = look;
    const wanted: TextMark[] = [...(change === undefined ? [] : [change]), ...(isHidden ? (["hidden"] as const) : [])];
    let kept = 0;
    while (kept < wanted.length && this.#open[kept] === wanted[kept]) kept += 1;
    this.#closeMarks(kept);
    for (const name of wanted.slice(kept)) {
      this.#addMark(textMarks[name][0]);
      this.#open.push(name);
    }
    this.#switch(look);
  }

  /** Marks look like nothing, so that they stand around what they mark. */
  #addMark(text: string): void {
    this.#switch(plainLook);
    this.#text += text;
  }

  #switch(look: RunLook): void {
    if (!isSameLook(look, this.#look)) this.#flush();
    this.#look = look;
  }

  #closeMarks(kept: number): void {
    while (this.#open.length > kept) {
      const name = this.#open.pop();
      if (name !== undefined) this.#addMark(textMarks[name][1]);
    }
  }

  #flushText(): void {
    if (this.#text === "") return;
    this.#run.push(element("w:t", {}, [{ type: "text", value: this.#text }]));
    this.#text = "";
  }

  #flush(): void {
    this.#flushText();
    if (this.#run.length === 0) return;
    const properties = propertiesOf(this.#look);
    this.#nodes.push(element("w:r", {}, properties === undefined ? this.#run : [properties, ...this.#run]));
    this.#run = [];
  }
}

function isSameLook(one: RunLook, other: RunLook): boolean {
  return (
    one === other ||
    (one.isBold === other.isBold &&
      one.isItalic === other.isItalic &&
      one.isStruck === other.isStruck &&
      one.isCode === other.isCode &&
      one.script === other.script)
  );
}

function propertiesOf(look: RunLook): WordElement | undefined {
  const properties: WordElement[] = [];
  if (look.isCode) properties.push(element("w:rStyle", { "w:val": codeStyle }));
  if (look.isBold) properties.push(element("w:b"));
  if (look.isItalic) properties.push(element("w:i"));
  if (look.isStruck) properties.push(element("w:strike"));
  if (look.script !== undefined) properties.push(element("w:vertAlign", { "w:val": look.script }));
  return properties.length === 0 ? undefined : element("w:rPr", {}, properties);
}
