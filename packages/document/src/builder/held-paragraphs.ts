import type { DocumentBuilder } from "./document-builder.ts";
import type { ParagraphStyle } from "./paragraph-style.ts";
import { isPlainMonospaced, type RunFormat } from "./run-format.ts";
import type { Recording } from "./recording.ts";
import { createTableLevels, type TableLevels } from "./table-levels.ts";
import { areWrappedLines } from "./wrapped-lines.ts";

/** Collects the runs of a paragraph until its end, because word processors store its style there. */
export interface HeldParagraphs {
  write(text: string, format: RunFormat): void;
  /** Removes and returns a bullet or number and its tab from the start of the paragraph. */
  takeHangingLabel(): string | undefined;
  /** Adds a callback that runs at this point of the paragraph when it is written. */
  add(item: (document: DocumentBuilder) => void): void;
  lineBreak(): void;
  /** Starts a page at this point. A paragraph with nothing else is not written. */
  startPage(page: number): void;
  /** Writes recorded content after the paragraph. */
  addBehind(aside: Recording): void;
  /** The label that the program stored before the paragraph, such as `1.`. */
  label: string | undefined;
  /** True if the paragraph has no content; page starts are not content. */
  readonly isEmpty: boolean;
  /**
   * What the paragraph has: nothing but whitespace, or only monospaced text without marks that code would not show;
   * `undefined` for other content.
   */
  readonly look: "blank" | "monospaced" | undefined;
  /** Number of runs, callbacks and recordings added so far. It grows where a field shows a result. */
  readonly addedCount: number;
  /** Ends a paragraph. `tableDepth` is the number of tables around it, 0 for none. */
  end(tableDepth: number, style: ParagraphStyle): void;
  endCell(tableDepth: number): void;
  /** Ends a row. `edges` are the positions of its left side and of the right side of each cell, if known. */
  endRow(tableDepth: number, edges?: readonly number[]): void;
  /** Starts an aside, such as a note. */
  begin(): void;
  /** Ends the aside and returns its content. */
  finish(): Recording;
  /** Adds a page header or footer, written between two paragraphs. */
  addPageLine(what: "Header" | "Footer", aside: Recording): void;
  /** Ends everything that is open. */
  close(): void;
}

/** A run of text, the start of a page, or a callback that writes other content. */
type Item = TextRun | { readonly page: number } | ((document: DocumentBuilder) => void);

interface TextRun {
  readonly text: string;
  readonly format: RunFormat;
}

interface TextContext {
  items: Item[];
  behind: Recording[];
  label: string | undefined;
  /** Plain paragraphs without an empty one between them, which may be the lines of a longer one. */
  block: (readonly TextRun[])[];
  readonly tables: TableLevels;
}

/** Maximum number of runs of a paragraph. A longer one is split. */
const maxItems = 20_000;

interface State {
  readonly document: DocumentBuilder;
  readonly contexts: TextContext[];
  readonly pageLines: (() => void)[];
  addedCount: number;
}

/** Creates an empty collector. */
export function createHeldParagraphs(document: DocumentBuilder): HeldParagraphs {
  const outermost = createContext(document);
  const state: State = { document, contexts: [outermost], pageLines: [], addedCount: 0 };
  const current = (): TextContext => state.contexts.at(-1) ?? outermost;
  const add = (item: Item): void => {
    if (current().items.length >= maxItems) end(state, current(), { tableDepth: 0, style: {} });
    current().items.push(item);
    state.addedCount += 1;
  };
  return {
    add,
    lineBreak: () => add(breakLine),
    startPage: (page) => add({ page }),
    write: (text, format) => add({ text, format }),
    takeHangingLabel: () => takeHangingLabel(current()),
    addBehind(aside) {
      current().behind.push(aside);
      state.addedCount += 1;
    },
    get label() {
      return current().label;
    },
    set label(label) {
      current().label = label;
    },
    get isEmpty() {
      return current().items.every(isPageStart);
    },
    get look() {
      return lookOf(current());
    },
    get addedCount() {
      return state.addedCount;
    },
    end: (tableDepth, style) => end(state, current(), { tableDepth, style }),
    endCell(tableDepth) {
      writeBlock(document, current());
      current().tables.endCell(tableDepth);
    },
    endRow(tableDepth, edges) {
      writeBlock(document, current());
      current().tables.endRow(tableDepth, edges);
    },
    begin() {
      document.beginAside();
      state.contexts.push(createContext(document));
    },
    finish: () => finish(state, current()),
    addPageLine: (what, aside) => void state.pageLines.push(() => document.pageLine(what, aside)),
    close() {
      while (state.contexts.length > 1) {
        const aside = finish(state, current());
        current().behind.push(aside);
      }
      end(state, current(), { tableDepth: 0, style: {} });
      writeBlock(document, current());
    },
  };
}

function finish(state: State, context: TextContext): Recording {
  end(state, context, { tableDepth: 0, style: {} });
  writeBlock(state.document, context);
  if (state.contexts.length > 1) state.contexts.pop();
  return state.document.endAside();
}

function createContext(document: DocumentBuilder): TextContext {
  return { items: [], behind: [], label: undefined, block: [], tables: createTableLevels(document) };
}

/** A bullet, or a number or letter with its punctuation, before a tab. */
const hangingLabel = /^\s*([•◦▪■●○–·-]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)])\s*\t\s*/i;

/** Number of runs searched for a label. */
const maxLabelItems = 4;

function takeHangingLabel(context: TextContext): string | undefined {
  const pages = context.items.slice(
    0,
    Math.max(
      0,
      context.items.findIndex((item) => !isPageStart(item)),
    ),
  );
  const items = context.items.slice(pages.length);
  const first: string[] = [];
  for (const item of items.slice(0, maxLabelItems)) {
    if (!isRun(item)) break;
    first.push(item.text);
  }
  const found = hangingLabel.exec(first.join(""));
  if (found === null) return undefined;
  let left = found[0].length;
  while (left > 0) {
    const item = items.shift();
    if (item === undefined || !isRun(item)) break;
    if (item.text.length > left) items.unshift({ text: item.text.slice(left), format: item.format });
    left -= item.text.length;
  }
  context.items = [...pages, ...items];
  return found[1];
}

interface Ending {
  readonly tableDepth: number;
  readonly style: ParagraphStyle;
}

function end({ document, contexts, pageLines }: State, context: TextContext, { tableDepth, style }: Ending): void {
  const { items, behind } = context;
  context.items = [];
  context.behind = [];
  context.label = undefined;
  const isAlone = tableDepth === 0 && behind.length === 0 && pageLines.length === 0;
  if (isAlone && isPlainStyle(style) && isText(items)) return holdLine(document, context, items);
  writeBlock(document, context);
  context.tables.enter(tableDepth);
  if (contexts.length === 1 && tableDepth === 0) for (const writeLine of pageLines.splice(0)) writeLine();
  writeParagraph(document, items, style);
  for (const aside of behind) document.writeRecording(aside);
}

function writeParagraph(document: DocumentBuilder, items: readonly Item[], style: ParagraphStyle): void {
  const hasContent = !items.every(isPageStart);
  if (hasContent) document.startParagraph(style);
  for (const item of items) writeItem(document, item);
  if (hasContent) document.endParagraph();
}

function isRun(item: Item): item is TextRun {
  return "text" in item;
}

function lookOf({ items, behind }: TextContext): HeldParagraphs["look"] {
  if (behind.length > 0) return undefined;
  if (items.every(isBlankItem)) return "blank";
  return items.every(isCodeItem) ? "monospaced" : undefined;
}

function isBlankItem(item: Item): boolean {
  return isRun(item) ? item.text.trim() === "" : item === breakLine || isPageStart(item);
}

function isCodeItem(item: Item): boolean {
  return isBlankItem(item) || (isRun(item) && isPlainMonospaced(item.format));
}

function isPageStart(item: Item): item is { readonly page: number } {
  return "page" in item;
}

function writeItem(document: DocumentBuilder, item: Item): void {
  if (typeof item === "function") item(document);
  else if (isPageStart(item)) document.startPage(item.page);
  else document.write(item.text, item.format);
}

/** Maximum number of paragraphs in a block. A longer one is split. */
const maxBlock = 1000;

function holdLine(document: DocumentBuilder, context: TextContext, runs: readonly TextRun[]): void {
  context.block.push(runs);
  if (context.block.length >= maxBlock) writeBlock(document, context);
}

function isPlainStyle({ heading, list, isCode, isQuote }: ParagraphStyle): boolean {
  return heading === undefined && list === undefined && isCode !== true && isQuote !== true;
}

function isText(items: readonly Item[]): items is readonly TextRun[] {
  return items.every(isRun) && textOf(items).trim() !== "";
}

function textOf(items: readonly Item[]): string {
  return items.map((item) => (isRun(item) ? item.text : "")).join("");
}

/** Writes the held paragraphs: as the lines of one if their author wrapped them by hand. */
function writeBlock(document: DocumentBuilder, context: TextContext): void {
  const { block } = context;
  if (block.length === 0) return;
  context.block = [];
  context.tables.enter(0);
  const isOne = block.every(continuesLook) && areWrappedLines(block.map(textOf));
  const paragraphs = isOne ? [joinedLines(block)] : block;
  for (const items of paragraphs) writeParagraph(document, items, {});
}

function joinedLines(lines: readonly (readonly TextRun[])[]): readonly Item[] {
  return lines.flatMap((runs, index): readonly Item[] => (index === 0 ? runs : [breakLine, ...runs]));
}

function breakLine(document: DocumentBuilder): void {
  document.lineBreak();
}

/** True if a paragraph starts in the look in which the one before it ends, unlike one below its heading. */
function continuesLook([first]: readonly TextRun[], index: number, block: readonly (readonly TextRun[])[]): boolean {
  const last = block[index - 1]?.at(-1) ?? first;
  return last?.format.isBold === first?.format.isBold && last?.format.isItalic === first?.format.isItalic;
}
