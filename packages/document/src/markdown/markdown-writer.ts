/** Collects text in lines and blocks, and collapses whitespace as browsers do. */
export interface MarkdownWriter {
  /** True if an empty line precedes whatever is written next. */
  readonly isBetweenBlocks: boolean;
  /**
   * Writes text. Whitespace, including no-break spaces, becomes one space; soft hyphens are removed. Asterisks that touch
   * a mark are escaped.
   */
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
  /** Starts a page with the next text. */
  startPage(page: number): void;
  /** The page that starts with the next text, if any. */
  readonly duePage: number | undefined;
  /** Returns all written text, without empty lines at either end. */
  finish(): Written;
}

/** Creates an empty writer. */
export function createMarkdownWriter(): MarkdownWriter {
  return new Writer();
}

class Writer implements MarkdownWriter {
  readonly #pieces: (string | Written | PageMark)[] = [];
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
  readonly #asterisks = new Asterisks();
  #hasBlocks = false;
  #duePage: number | undefined;

  get duePage(): number | undefined {
    return this.#duePage;
  }

  startPage(page: number): void {
    this.#duePage = page;
  }

  get isBetweenBlocks(): boolean {
    return this.#newlines === 2 && this.#item === undefined;
  }

  write(text: string): void {
    const folded = needsFolding.test(text) ? text.replaceAll("\u00ad", "").replace(whiteSpace, " ") : text;
    if (folded.startsWith(" ")) this.#space = true;
    this.#put(folded.trim(), (separation, words) => this.#asterisks.text(separation, words));
    if (folded.length > 1 && folded.endsWith(" ")) this.#space = true;
  }

  writeRaw(text: string): void {
    this.#put(this.#indented(text), (separation, words) => this.#asterisks.raw(separation, words));
  }

  writeMark(text: string): number {
    if (this.#duePage !== undefined) this.#markPage(this.#duePage);
    this.#tail += this.#asterisks.raw(this.#separation(), "");
    this.#cut();
    this.#pieces.push(text);
    this.#endsWithSpace = false;
    return this.#pieces.length - 1;
  }

  takeBack(handle: number): void {
    this.#pieces[handle] = "";
  }

  writeBlock({ flow, inline, pages = [] }: Written): void {
    this.startBlock();
    if (this.#duePage !== undefined) this.#markPage(this.#duePage);
    this.#tail += this.#asterisks.raw(this.#separation(), "");
    this.#cut();
    this.#pieces.push({ flow: this.#indented(flow), inline, pages });
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
    this.#tail += this.#asterisks.raw(this.#marks.closing(), "");
    this.#cut();
    const flow = withoutEmptyEnds(this.#joined("flow"));
    const pages = pageStarts(this.#pieces);
    const inline = inlineOf(this.#hasBlocks ? this.#joined("inline") : flow);
    return pages.length === 0 ? { flow, inline } : { flow, inline, pages };
  }

  #joined(side: "flow" | "inline"): string {
    return this.#pieces.map((piece) => textOf(piece, side)).join("");
  }

  #markPage(page: number): void {
    const isStart = this.#isEmpty;
    this.#tail += this.#asterisks.raw("", "");
    this.#cut();
    this.#isEmpty = isStart;
    this.#pieces.push({ page });
    this.#duePage = undefined;
  }

  #indented(text: string): string {
    return this.#prefix === "" ? text : text.replaceAll("\n", `\n${this.#prefix}`);
  }

  #cut(): void {
    if (this.#tail !== "") this.#pieces.push(this.#tail);
    this.#tail = "";
    this.#isEmpty = false;
  }

  #put(text: string, join: (separation: string, text: string) => string): void {
    if (text === "") return;
    if (this.#duePage !== undefined) this.#markPage(this.#duePage);
    this.#tail += join(this.#separation(), text);
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

/** Escapes the asterisks of a text that touch a mark, so that readers can distinguish them: `**const char\***`. */
class Asterisks {
  /** The asterisks at the end of the text. They are written when it is known whether a mark follows. */
  #held = "";
  /** True if all text since the last mark is asterisks. */
  #isAtMark = false;
  /** True if the text ends with a row of asterisks that is written already, because it is too long for a sign. */
  #isInRow = false;

  /** Returns the marks and whitespace before a text, and the text without asterisks at its end. */
  text(separation: string, text: string): string {
    const before = separation === "" ? "" : this.#end(separation);
    if (this.#isInRow && asterisksAtStart(text) === text.length) return before + text;
    const whole = this.#held + text;
    const first = this.#isAtMark ? asterisksAtStart(whole) : 0;
    const last = first === whole.length ? whole.length : asterisksAtEnd(whole);
    this.#isAtMark &&= first === whole.length;
    this.#isInRow = whole.length - last > maxSign;
    const end = this.#isInRow ? whole.length : last;
    this.#held = whole.slice(end);
    return before + escaped(whole.slice(0, first)) + whole.slice(first, end);
  }

  /** Returns the marks and whitespace before Markdown, and the Markdown. */
  raw(separation: string, markdown: string): string {
    const before = this.#end(separation);
    this.#isAtMark = false;
    return before + markdown;
  }

  #end(separation: string): string {
    const held = separation.startsWith("*") ? escaped(this.#held) : this.#held;
    this.#held = "";
    this.#isInRow = false;
    this.#isAtMark = separation.endsWith("*");
    return held + separation;
  }
}

/** Maximum number of asterisks that are a sign. A longer row is a line, whose length does not matter. */
const maxSign = 8;

function escaped(asterisks: string): string {
  return asterisks.length > maxSign ? asterisks : asterisks.replaceAll("*", String.raw`\*`);
}

function asterisksAtStart(text: string): number {
  let end = 0;
  while (text[end] === "*") end += 1;
  return end;
}

/** Returns where the asterisks at the end of a text start. */
function asterisksAtEnd(text: string): number {
  let start = text.length;
  while (text[start - 1] === "*") start -= 1;
  return start;
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
  /** The pages that start in it, if they are known. */
  readonly pages?: readonly PageStart[];
}

/** The start of a page in finished text. */
export interface PageStart {
  /** The first line that is wholly on the page, from 0. It may be the line after the last. */
  readonly line: number;
  readonly page: number;
}

/** The place of a page break between two pieces of text. */
interface PageMark {
  readonly page: number;
}

function textOf(piece: string | Written | PageMark, side: "flow" | "inline"): string {
  if (typeof piece === "string") return piece;
  return "page" in piece ? "" : piece[side];
}

/** Returns the pages that start in the pieces. A page that starts within a line counts from the next one on. */
function pageStarts(pieces: readonly (string | Written | PageMark)[]): readonly PageStart[] {
  if (pieces.every((piece) => typeof piece === "string")) return [];
  const starts: PageStart[] = [];
  let line = 0;
  let isEmpty = true;
  for (const piece of pieces) {
    for (const start of startsIn(piece, isEmpty)) starts.push({ line: line + start.line, page: start.page });
    const flow = textOf(piece, "flow");
    isEmpty &&= flow === "";
    line += lineFeedsIn(flow);
  }
  return starts;
}

function startsIn(piece: string | Written | PageMark, isEmpty: boolean): readonly PageStart[] {
  if (typeof piece === "string") return [];
  return "page" in piece ? [{ line: isEmpty ? 0 : 1, page: piece.page }] : (piece.pages ?? []);
}

function lineFeedsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
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
