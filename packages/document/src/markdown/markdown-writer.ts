/** Collects text in lines and blocks, and collapses whitespace as browsers do. */
export interface MarkdownWriter {
  /** True if an empty line precedes whatever is written next. */
  readonly isBetweenBlocks: boolean;
  /** Writes text. Whitespace, including no-break spaces, becomes one space; soft hyphens are removed. */
  write(text: string): void;
  /** Writes text unchanged, such as preformatted text. */
  writeRaw(text: string): void;
  /** Writes a mark that may be removed later; returns the argument for `takeBack`. */
  writeMark(text: string): number;
  takeBack(handle: number): void;
  /** Writes a block that has a separate one-line layout. */
  writeBlock(block: Written): void;
  /** Starts a new line. */
  startLine(): void;
  /** Starts a new block, after an empty line. */
  startBlock(): void;
  /** Starts a list item on the next line. Its marker is written only with its content. */
  startItem(item: ItemStart): void;
  /** Sets the prefix of all following lines. */
  indent(prefix: string): void;
  /** Turns a mark such as `**` on or off for the following text. Adjacent text with the same mark shares it. */
  mark(mark: string, isOn: boolean): void;
  /** Returns all written text, without empty lines at either end. */
  finish(): Written;
}

/** Creates an empty writer. */
export function createMarkdownWriter(): MarkdownWriter {
  return new Writer();
}

class Writer implements MarkdownWriter {
  readonly #pieces: (string | Written)[] = [];
  /** The text written since the last piece. */
  #tail = "";
  #isEmpty = true;
  #newlines = 0;
  #space = false;
  #endsWithSpace = false;
  #prefix = "";
  #lastPrefix = "";
  #item: ItemStart | undefined;
  readonly #marks = new SharedMarks();
  #hasBlocks = false;

  get isBetweenBlocks(): boolean {
    return this.#newlines === 2 && this.#item === undefined;
  }

  write(text: string): void {
    const folded = needsFolding.test(text) ? text.replaceAll("\u00ad", "").replace(whiteSpace, " ") : text;
    if (folded.startsWith(" ")) this.#space = true;
    this.#put(folded.trim());
    if (folded.length > 1 && folded.endsWith(" ")) this.#space = true;
  }

  writeRaw(text: string): void {
    this.#put(this.#indented(text));
  }

  writeMark(text: string): number {
    this.#tail += this.#separation();
    this.#cut();
    this.#pieces.push(text);
    this.#endsWithSpace = false;
    return this.#pieces.length - 1;
  }

  takeBack(handle: number): void {
    this.#pieces[handle] = "";
  }

  writeBlock({ flow, inline }: Written): void {
    this.startBlock();
    this.#tail += this.#separation();
    this.#cut();
    this.#pieces.push({ flow: this.#indented(flow), inline });
    this.#hasBlocks = true;
    this.startBlock();
  }

  startLine(): void {
    if (this.#item === undefined) this.#newlines = Math.max(this.#newlines, 1);
  }

  startBlock(): void {
    if (this.#item === undefined) this.#newlines = 2;
  }

  startItem(item: ItemStart): void {
    const isInner = this.#item !== undefined && this.#item.prefix.length < item.prefix.length;
    if (this.#item === undefined) this.#newlines = item.isTight ? 1 : 2;
    this.#item = isInner && this.#item !== undefined ? nested(this.#item, item) : item;
  }

  indent(prefix: string): void {
    this.#prefix = prefix;
  }

  mark(mark: string, isOn: boolean): void {
    this.#marks.set(mark, isOn);
  }

  finish(): Written {
    this.#tail += this.#marks.closing();
    this.#cut();
    const flow = withoutEmptyEnds(this.#joined("flow"));
    return { flow, inline: inlineOf(this.#hasBlocks ? this.#joined("inline") : flow) };
  }

  #joined(side: keyof Written): string {
    return this.#pieces.map((piece) => (typeof piece === "string" ? piece : piece[side])).join("");
  }

  #indented(text: string): string {
    return this.#prefix === "" ? text : text.replaceAll("\n", `\n${this.#prefix}`);
  }

  #cut(): void {
    if (this.#tail !== "") this.#pieces.push(this.#tail);
    this.#tail = "";
    this.#isEmpty = false;
  }

  #put(text: string): void {
    if (text === "") return;
    this.#tail += this.#separation() + text;
    this.#isEmpty = false;
    this.#endsWithSpace = text.endsWith(" ");
  }

  /** Returns the marks and whitespace between the last text and the next. */
  #separation(): string {
    const isNewLine = this.#newlines > 0 || this.#item !== undefined || this.#isEmpty;
    if (!isNewLine && this.#marks.areSettled) return this.#wordSpace();
    return this.#marks.change(isNewLine, () => (isNewLine ? this.#lineStart() : this.#wordSpace()));
  }

  #lineStart(): string {
    const item = this.#item;
    const prefix = item === undefined ? this.#prefix : item.prefix + item.marker;
    const own = item === undefined ? this.#prefix : item.prefix;
    // An empty line takes the prefix that its neighbours share.
    const gap = this.#newlines === 2 ? `\n${own.slice(0, sharedStart(own, this.#lastPrefix)).trimEnd()}\n` : "\n";
    this.#lastPrefix = this.#prefix;
    this.#item = undefined;
    this.#newlines = 0;
    this.#space = false;
    return this.#isEmpty ? prefix : gap + prefix;
  }

  #wordSpace(): string {
    const isApart = this.#space && !this.#endsWithSpace;
    this.#space = false;
    return isApart ? " " : "";
  }
}

const whiteSpace = /[ \t\n\r\f\u00a0]+/g;
const needsFolding = /[\t\n\r\f\u00a0\u00ad]| {2}/;

/** Tracks marks such as `**`. Adjacent text with the same mark shares it. */
class SharedMarks {
  #active: readonly string[] = [];
  #wanted: readonly string[] = [];

  /** True if the next text has the same marks as the last. */
  get areSettled(): boolean {
    return this.#active === this.#wanted;
  }

  /** Turns a mark on or off for the following text. */
  set(mark: string, isOn: boolean): void {
    this.#wanted = isOn ? [...this.#wanted, mark] : this.#wanted.filter((each) => each !== mark);
  }

  /** Returns the closing marks, `between`, and the opening marks. No mark continues on a new line. */
  change(isNewLine: boolean, between: () => string): string {
    const kept = isNewLine ? 0 : sharedStart(this.#active, this.#wanted);
    const closing = this.closing(kept);
    const opening = this.#wanted.slice(kept).join("");
    this.#active = this.#wanted;
    return closing + between() + opening;
  }

  /** Returns the strings that close all active marks but the first `kept`. */
  closing(kept = 0): string {
    return this.#active.length === kept ? "" : this.#active.slice(kept).toReversed().join("");
  }
}

/** Returns the length of the common prefix of two lists or strings. */
function sharedStart(one: ArrayLike<string>, other: ArrayLike<string>): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The start of a list item. */
export interface ItemStart {
  /** The marker, such as `- `. */
  readonly marker: string;
  /** The text before the marker. */
  readonly prefix: string;
  /** True if no empty line separates it from the previous item. */
  readonly isTight: boolean;
}

/** Combines an item with the inner list that it starts with: `- 1. text`. */
function nested(outer: ItemStart, inner: ItemStart): ItemStart {
  return { marker: outer.marker + inner.marker, prefix: outer.prefix, isTight: outer.isTight };
}

/** Finished text in two layouts. */
export interface Written {
  /** As blocks, separated by newlines. */
  readonly flow: string;
  /** On one line, for table cells. */
  readonly inline: string;
}

/** Joins the lines of blocks into one, with `<br>` between them. */
function inlineOf(flow: string): string {
  if (!flow.includes("\n")) return flow.trim();
  const lines = flow.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("<br>");
}

/** Removes newlines before the first line and after the last one. */
function withoutEmptyEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "\n") start += 1;
  while (end > start && text[end - 1] === "\n") end -= 1;
  return text.slice(start, end);
}
