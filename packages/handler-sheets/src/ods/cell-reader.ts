import { type Cell, loweredText, raisedText, wholeSheet } from "@reader/document/tables";
import type { XmlAttributes } from "@reader/office-kit/xml";
import { addBelow } from "../sheets/choice-words.ts";
import { createFillingFormulas, type FillingFormulas } from "../sheets/filling-formulas.ts";
import type { GrowingFacts } from "./table-model.ts";

/** The names of the styles of raised and lowered text. */
export type TextScripts = ReadonlyMap<string, "sup" | "sub">;

/** Reads cells one by one, with their comments and links. */
export interface CellReader {
  start(cell: CellStart): void;
  open(name: string, attributes: XmlAttributes): void;
  text(characters: string): void;
  close(name: string): void;
  /** Adds the cell to its row unless it is empty. Returns the number of columns it spans. */
  finish(cells: Cell[]): number;
}

interface Comment {
  readonly words: TextTarget;
  author: string;
  isAuthor: boolean;
}

interface State {
  readonly filling: FillingFormulas;
  at: CellStart | undefined;
  words: TextTarget;
  comment: Comment | undefined;
  /** The raised or lowered text of an open span. It ends with the span, or with an element inside. */
  raised: { readonly script: "sup" | "sub"; text: string } | undefined;
}

/** Creates a cell reader that adds comments, links and merged cells to `facts`. */
export function createCellReader(facts: GrowingFacts, scripts: TextScripts): CellReader {
  const state: State = {
    filling: createFillingFormulas(),
    at: undefined,
    words: createTextTarget(),
    comment: undefined,
    raised: undefined,
  };
  return {
    start(cell) {
      state.at = cell;
      state.words = createTextTarget();
      addMerged(facts, cell);
      addChoice(facts, cell);
    },
    open(name, attributes) {
      endRaised(state);
      if (name !== "text:span") return openInside(state, { name, attributes, facts });
      const script = scripts.get(attributes["text:style-name"] ?? "");
      if (script !== undefined) state.raised = { script, text: "" };
    },
    text(characters) {
      if (state.raised !== undefined) state.raised.text += characters;
      else if (state.comment?.isAuthor === true) state.comment.author += characters;
      else (state.comment?.words ?? state.words).add(characters);
    },
    close(name) {
      endRaised(state);
      closeInside(state, name, facts);
    },
    finish(cells) {
      const { at, words } = state;
      state.at = undefined;
      return at === undefined ? 0 : addCells(cells, state.filling, { at, words: words.finish() });
    },
  };
}

/** Adds the collected text of a span, as a whole, because its parts would be marked one by one. */
function endRaised(state: State): void {
  const { raised, comment, words } = state;
  state.raised = undefined;
  if (raised === undefined) return;
  (comment?.words ?? words).add(raised.script === "sup" ? raisedText(raised.text) : loweredText(raised.text));
}

interface Opened {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly facts: GrowingFacts;
}

function openInside(state: State, { name, attributes, facts }: Opened): void {
  const words = state.comment?.words ?? state.words;
  switch (name) {
    case "office:annotation":
      state.comment = { words: createTextTarget(), author: "", isAuthor: false };
      return;
    case "dc:creator":
      if (state.comment !== undefined) state.comment.isAuthor = true;
      return;
    case "text:a":
      addLink(facts, state.at, attributes["xlink:href"]);
      return;
    default:
      openText(words, name, attributes);
  }
}

function openText(words: TextTarget, name: string, attributes: XmlAttributes): void {
  switch (name) {
    case "text:p":
    case "text:h":
      words.openParagraph();
      return;
    case "text:s":
      words.add("\u00a0".repeat(Math.min(countIn(attributes["text:c"]), maxSpaces)));
      return;
    case "text:tab":
      words.add(" ");
      return;
    case "text:line-break":
      words.add("\u2028");
      return;
    default:
  }
}

/** Maximum number of consecutive spaces that are kept. */
const maxSpaces = 100;

function closeInside(state: State, name: string, { notes }: GrowingFacts): void {
  const { comment, at } = state;
  if (name === "text:p" || name === "text:h") (comment?.words ?? state.words).closeParagraph();
  if (comment === undefined) return;
  if (name === "dc:creator") comment.isAuthor = false;
  if (name !== "office:annotation") return;
  state.comment = undefined;
  if (at === undefined) return;
  const author = comment.author.trim();
  const note = { row: at.row, column: at.column, kind: "comment" as const, text: plain(comment.words.finish()) };
  notes.push(author === "" ? note : { ...note, author });
}

/**
 * Restores spaces and line ends that were written as elements. Until here they are protected from whitespace
 * collapsing.
 */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").replaceAll("\u2028", "\n").trim();
}

interface WrittenCell {
  readonly at: CellStart;
  readonly words: string;
}

/** Returns the formula of a cell, or the array formula of another cell that covers it. */
function formulaOf({ attributes, row, column }: CellStart, filling: FillingFormulas): string | undefined {
  const written = attributes["table:formula"];
  if (written === undefined) return filling.hasSome ? filling.at(row, column) : undefined;
  const formula = formulaText(written);
  const columns = countIn(attributes["table:number-matrix-columns-spanned"]);
  const rows = countIn(attributes["table:number-matrix-rows-spanned"]);
  const range = { firstRow: row, lastRow: row + rows - 1, firstColumn: column, lastColumn: column + columns - 1 };
  if (columns * rows > 1) filling.add({ range, formula }, row);
  return formula;
}

function addCells(cells: Cell[], filling: FillingFormulas, { at, words }: WrittenCell): number {
  const { attributes, column } = at;
  const count = Math.min(countIn(attributes["table:number-columns-repeated"]), wholeSheet.lastColumn + 1 - column);
  const text = words === "" ? valueOf(attributes) : plain(words);
  const formula = formulaOf(at, filling);
  if (text === "" && attributes["table:formula"] === undefined) return Math.max(0, count);
  const isUncalculated = text === "" && attributes["office:value-type"] === undefined;
  const cell = {
    text,
    kind: kindOf(attributes, text),
    ...(formula === undefined ? {} : { formula }),
    ...(isUncalculated ? { isUncalculated } : {}),
  };
  for (let each = 0; each < count; each += 1) cells.push({ column: column + each, ...cell });
  return Math.max(0, count);
}

/** Adds a link of a cell. */
function addLink({ notes }: GrowingFacts, at: CellStart | undefined, target: string | undefined): void {
  if (at === undefined || target === undefined || target === "") return;
  notes.push({ row: at.row, column: at.column, kind: "link", text: target });
}

/** Adds the range of a merged cell. */
function addMerged({ merged }: GrowingFacts, { attributes, row, column }: CellStart): void {
  const columns = countIn(attributes["table:number-columns-spanned"]);
  const rows = countIn(attributes["table:number-rows-spanned"]);
  if (columns * rows < 2) return;
  merged.push({ firstRow: row, lastRow: row + rows - 1, firstColumn: column, lastColumn: column + columns - 1 });
}

/** Maximum number of cell ranges with a list of choices. */
const maxChoices = 1000;

/** Adds a range of cells whose values are restricted to a list. */
function addChoice({ choices }: GrowingFacts, { attributes, row, column, rowCount }: CellStart): void {
  const name = attributes["table:content-validation-name"];
  if (name === undefined) return;
  const lastColumn = column + countIn(attributes["table:number-columns-repeated"]) - 1;
  const lastRow = Math.min(row + rowCount - 1, wholeSheet.lastRow);
  const ranges = choices.get(name) ?? [];
  if (ranges.length >= maxChoices || choices.size >= maxChoices) return;
  addBelow(ranges, { firstRow: row, lastRow, firstColumn: column, lastColumn });
  choices.set(name, ranges);
}

/** Returns the value of a cell that has no text. */
function valueOf(attributes: XmlAttributes): string {
  return (
    attributes["office:string-value"] ??
    attributes["office:date-value"] ??
    timeOf(attributes["office:time-value"]) ??
    attributes["office:boolean-value"]?.toUpperCase() ??
    numberOf(attributes) ??
    ""
  );
}

const duration = /^(-?)P(?:(\d{1,9})D)?T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.\d+)?S)?$/;

/** Formats `PT36H30M` as `36:30:00`. Other values are returned unchanged. */
function timeOf(value: string | undefined): string | undefined {
  const match = duration.exec(value ?? "");
  if (match === null) return value;
  const [, sign = "", days = "0", hours = "0", minutes = "0", seconds = "0"] = match;
  const two = (digits: string): string => digits.padStart(2, "0");
  return `${sign}${Number(days) * 24 + Number(hours)}:${two(minutes)}:${two(seconds)}`;
}

function numberOf(attributes: XmlAttributes): string | undefined {
  const value = attributes["office:value"];
  if (value === undefined || attributes["office:value-type"] !== "percentage") return value;
  const percent = Number((Number(value) * 100).toPrecision(15));
  return Number.isFinite(percent) ? `${percent}%` : value;
}

const kinds: Readonly<Record<string, Cell["kind"]>> = {
  float: "number",
  percentage: "number",
  currency: "number",
  date: "date",
  time: "date",
  boolean: "boolean",
};

/** Returns the kind of a cell. Formulas that failed are errors. */
function kindOf(attributes: XmlAttributes, text: string): Cell["kind"] {
  if (attributes["calcext:value-type"] === "error" || /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(text)) return "error";
  return kinds[attributes["office:value-type"] ?? ""] ?? "text";
}

/** The start tag of a cell and its position. */
interface CellStart {
  readonly attributes: XmlAttributes;
  readonly row: number;
  readonly column: number;
  /** The number of times the row is repeated. */
  readonly rowCount: number;
}

/** Parses a repeat count, at least 1. */
export function countIn(value: string | undefined): number {
  const count = Number(value ?? "1");
  return Number.isInteger(count) && count >= 1 ? count : 1;
}

/** Collects the paragraphs of a cell, a comment or a drawing. */
export interface TextTarget {
  openParagraph(): void;
  closeParagraph(): void;
  /** Adds text. Characters outside a paragraph are whitespace between elements and are ignored. */
  add(characters: string): void;
  /** Returns the paragraphs, separated by line ends. */
  finish(): string;
}

const space = 0x20;

/** Creates an empty target. Consecutive whitespace is collapsed, as ODF requires. */
export function createTextTarget(): TextTarget {
  let text = "";
  let paragraphs = 0;
  let depth = 0;
  return {
    openParagraph() {
      if (depth === 0 && paragraphs > 0) text += "\n";
      depth += 1;
      paragraphs += 1;
    },
    closeParagraph: () => void (depth = Math.max(0, depth - 1)),
    add(characters) {
      if (depth === 0) return;
      const isFolded = characters.includes("\n") || characters.includes("  ") || characters.includes("\t");
      const words = isFolded ? characters.replace(/[ \t\r\n]+/g, " ") : characters;
      const isSecond = words.charCodeAt(0) === space && text.endsWith(" ");
      text += isSecond ? words.slice(1) : words;
    },
    finish: () => text,
  };
}

const reference = /\[([^[\]]*)\]/g;

/**
 * Converts an OpenFormula formula to the notation of spreadsheet programs: `of:=SUM([.A1:.A4])` becomes `SUM(A1:A4)`.
 */
export function formulaText(formula: string): string {
  return formula
    .replace(/^[\w-]+:/, "")
    .replace(/^=/, "")
    .replace(reference, (_, inner: string) => inner.split(":").map(cellReference).join(":"));
}

/** Converts `.A1` (same sheet) or `$Sheet2.A1`. The `$` before a sheet name is dropped. */
function cellReference(text: string): string {
  const dot = text.lastIndexOf(".");
  if (dot < 0) return text;
  const sheet = text.slice(0, dot).replace(/^\$/, "");
  return sheet === "" ? text.slice(dot + 1) : `${sheet}!${text.slice(dot + 1)}`;
}
