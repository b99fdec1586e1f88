import { type ItemStart, nested } from "./item-start.ts";
import { inlineOf, withoutEmptyEnds, type Written } from "./written.ts";

/** Collects text in lines and blocks, with white space folded as browsers fold it. */
export interface MarkdownWriter {
  /** Whether an empty line comes before whatever is written next. */
  readonly isBetweenBlocks: boolean;
  /** Text of the document: white space, no-break spaces too, becomes one space; soft hyphens show nothing. */
  write(text: string): void;
  /** Text as it is, such as preformatted text. */
  writeRaw(text: string): void;
  /** A mark that may turn out not to be wanted; gives what `takeBack` wants. */
  writeMark(text: string): number;
  takeBack(handle: number): void;
  /** A block that looks different in a line. */
  writeBlock(block: Written): void;
  /** What follows stands on a line of its own. */
  startLine(): void;
  /** What follows stands after an empty line. */
  startBlock(): void;
  /** What follows is an item of a list: on the next line, after a mark that is not written without it. */
  startItem(item: ItemStart): void;
  /** What every line from the next on begins with. */
  indent(prefix: string): void;
  /** Switches a mark such as `**` for what is written from now on; what is marked alike shares its marks. */
  mark(mark: string, isOn: boolean): void;
  /** All that was written, without empty lines at either end. */
  finish(): Written;
}

/** A writer that holds nothing yet. */
export function createMarkdownWriter(): MarkdownWriter {
  return new Writer();
}

class Writer implements MarkdownWriter {
  readonly #pieces: (string | Written)[] = [];
  /** What was written since the last piece. */
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

  /** All that goes between what was written last and what comes now. */
  #separation(): string {
    const isNewLine = this.#newlines > 0 || this.#item !== undefined || this.#isEmpty;
    if (!isNewLine && this.#marks.areSettled) return this.#wordSpace();
    return this.#marks.change(isNewLine, () => (isNewLine ? this.#lineStart() : this.#wordSpace()));
  }

  #lineStart(): string {
    const item = this.#item;
    const prefix = item === undefined ? this.#prefix : item.prefix + item.marker;
    const own = item === undefined ? this.#prefix : item.prefix;
    // An empty line belongs to what is around both of its neighbours.
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

/** Marks such as `**` around what is written; what is marked alike shares its marks. */
class SharedMarks {
  #active: readonly string[] = [];
  #wanted: readonly string[] = [];

  /** Whether what comes next is marked as what was written last. */
  get areSettled(): boolean {
    return this.#active === this.#wanted;
  }

  /** Switches one for what is written from now on. */
  set(mark: string, isOn: boolean): void {
    this.#wanted = isOn ? [...this.#wanted, mark] : this.#wanted.filter((each) => each !== mark);
  }

  /** Puts what ends and what begins around what goes between; no mark goes on over a new line. */
  change(isNewLine: boolean, between: () => string): string {
    const kept = isNewLine ? 0 : sharedStart(this.#active, this.#wanted);
    const closing = this.closing(kept);
    const opening = this.#wanted.slice(kept).join("");
    this.#active = this.#wanted;
    return closing + between() + opening;
  }

  /** What ends the marks of what was written last, all but the first `kept`. */
  closing(kept = 0): string {
    return this.#active.length === kept ? "" : this.#active.slice(kept).toReversed().join("");
  }
}

/** How many parts two rows of them have in common, from the first on. */
function sharedStart(one: ArrayLike<string>, other: ArrayLike<string>): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
