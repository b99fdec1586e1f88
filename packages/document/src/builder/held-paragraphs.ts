import type { Flow } from "./flow.ts";
import type { ParagraphStyle } from "./paragraph-style.ts";
import type { RunFormat } from "./run-format.ts";
import type { Recording } from "./teller.ts";

/** Collects the runs of paragraphs: what a paragraph is, is known for sure only at its end. */
export interface HeldParagraphs {
  write(text: string, format: RunFormat): void;
  /** Takes out a sign or number and the tab behind it, where the paragraph begins with them. */
  takeHangingLabel(): string | undefined;
  /** Does something where the text stands, once the paragraph is told. */
  add(item: (flow: Flow) => void): void;
  /** Tells something behind the paragraph. */
  addBehind(aside: Recording): void;
  /** What a program wrote before the paragraph, such as `1.`. */
  label: string | undefined;
  readonly isEmpty: boolean;
  /** Ends a paragraph that stands so deep in tables; 0 is outside of them. */
  end(tableDepth: number, style: ParagraphStyle): void;
  endCell(tableDepth: number): void;
  endRow(tableDepth: number): void;
  /** Starts a text inside the text, such as a note. */
  begin(): void;
  /** Ends it, and gives what it holds. */
  finish(): Recording;
  /** Keeps what stands on every page, to be told between two paragraphs. */
  addPageLine(what: "Header" | "Footer", aside: Recording): void;
  /** Ends all that is open. */
  close(): void;
}

/** A run of text, or something else that stands in it. */
type Item = { readonly text: string; readonly format: RunFormat } | ((flow: Flow) => void);

interface TextContext {
  items: Item[];
  behind: Recording[];
  label: string | undefined;
  readonly tables: TableLevels;
}

/** Runs of one paragraph that are held; a longer one goes on as another. */
const maxItems = 20_000;

interface State {
  readonly flow: Flow;
  readonly contexts: TextContext[];
  readonly pageLines: (() => void)[];
}

/** Paragraphs of a document of which nothing was read. */
export function createHeldParagraphs(flow: Flow): HeldParagraphs {
  const outermost = createContext(flow);
  const state: State = { flow, contexts: [outermost], pageLines: [] };
  const current = (): TextContext => state.contexts.at(-1) ?? outermost;
  const add = (item: Item): void => {
    if (current().items.length >= maxItems) end(state, current(), { tableDepth: 0, style: {} });
    current().items.push(item);
  };
  return {
    add,
    write: (text, format) => add({ text, format }),
    takeHangingLabel: () => takeHangingLabel(current()),
    addBehind: (aside) => void current().behind.push(aside),
    get label() {
      return current().label;
    },
    set label(label) {
      current().label = label;
    },
    get isEmpty() {
      return current().items.length === 0;
    },
    end: (tableDepth, style) => end(state, current(), { tableDepth, style }),
    endCell: (tableDepth) => current().tables.endCell(tableDepth),
    endRow: (tableDepth) => current().tables.endRow(tableDepth),
    begin() {
      flow.beginAside();
      state.contexts.push(createContext(flow));
    },
    finish: () => finish(state, current()),
    addPageLine: (what, aside) => void state.pageLines.push(() => flow.pageLine(what, aside)),
    close() {
      while (state.contexts.length > 1) {
        const aside = finish(state, current());
        current().behind.push(aside);
      }
      end(state, current(), { tableDepth: 0, style: {} });
    },
  };
}

function finish(state: State, context: TextContext): Recording {
  end(state, context, { tableDepth: 0, style: {} });
  if (state.contexts.length > 1) state.contexts.pop();
  return state.flow.endAside();
}

function createContext(flow: Flow): TextContext {
  return { items: [], behind: [], label: undefined, tables: createTableLevels(flow) };
}

/** A bullet, or a number or letter with its sign, in front of a tab. */
const hangingLabel = /^\s*([•◦▪■●○–·-]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)])\s*\t\s*/i;

/** Runs in which a label is looked for. */
const maxLabelItems = 4;

function takeHangingLabel(context: TextContext): string | undefined {
  const first: string[] = [];
  for (const item of context.items.slice(0, maxLabelItems)) {
    if (typeof item === "function") break;
    first.push(item.text);
  }
  const found = hangingLabel.exec(first.join(""));
  if (found === null) return undefined;
  let left = found[0].length;
  while (left > 0) {
    const item = context.items.shift();
    if (item === undefined || typeof item === "function") break;
    if (item.text.length > left) context.items.unshift({ text: item.text.slice(left), format: item.format });
    left -= item.text.length;
  }
  return found[1];
}

interface Ending {
  readonly tableDepth: number;
  readonly style: ParagraphStyle;
}

function end({ flow, contexts, pageLines }: State, context: TextContext, { tableDepth, style }: Ending): void {
  const { items, behind } = context;
  context.items = [];
  context.behind = [];
  context.label = undefined;
  context.tables.enter(tableDepth);
  if (contexts.length === 1 && tableDepth === 0) for (const tellLine of pageLines.splice(0)) tellLine();
  if (items.length > 0) {
    flow.startParagraph(style);
    for (const item of items) {
      if (typeof item === "function") item(flow);
      else flow.write(item.text, item.format);
    }
    flow.endParagraph();
  }
  for (const aside of behind) flow.tell(aside);
}

/** Tables as word processors store them: paragraphs that say how deep in tables they stand, and marks behind cells. */
interface TableLevels {
  /** What follows stands so deep in tables; 0 is outside of them. */
  enter(depth: number): void;
  /** A cell at this depth ends here; the paragraph in it was told. */
  endCell(depth: number): void;
  /** A row at this depth ends here. */
  endRow(depth: number): void;
}

/** Tables in tables that are kept apart; deeper ones become part of the cell around them. */
const maxDepth = 16;

interface Level {
  readonly cells: Recording[];
  isCellOpen: boolean;
  isTableOpen: boolean;
}

/** No table is open. */
function createTableLevels(flow: Flow): TableLevels {
  const levels: Level[] = [];
  const openCell = (level: Level): void => {
    if (!level.isCellOpen) flow.beginAside();
    level.isCellOpen = true;
  };
  const closeCell = (level: Level): void => {
    if (level.isCellOpen) level.cells.push(flow.endAside());
    level.isCellOpen = false;
  };
  const closeTable = (): void => {
    const level = levels.pop();
    if (level === undefined) return;
    closeCell(level);
    tellRow(flow, level);
    if (level.isTableOpen) flow.endTable();
  };
  const enter = (depth: number): void => {
    const wanted = Math.min(maxDepth, Math.max(0, depth));
    while (levels.length > wanted) closeTable();
    while (levels.length < wanted) {
      const around = levels.at(-1);
      if (around !== undefined) openCell(around);
      levels.push({ cells: [], isCellOpen: false, isTableOpen: false });
    }
    const level = levels.at(-1);
    if (level !== undefined) openCell(level);
  };
  return {
    enter,
    endCell(depth) {
      enter(Math.max(1, depth));
      const level = levels.at(-1);
      if (level !== undefined) closeCell(level);
    },
    endRow(depth) {
      while (levels.length > Math.max(1, depth)) closeTable();
      const level = levels.at(-1);
      if (level === undefined) return;
      // A row ends behind a cell: what is open holds nothing.
      if (level.isCellOpen) discardEmpty(flow, level);
      tellRow(flow, level);
    },
  };
}

function discardEmpty(flow: Flow, level: Level): void {
  const rest = flow.endAside();
  level.isCellOpen = false;
  if (!rest.isEmpty) level.cells.push(rest);
}

function tellRow(flow: Flow, level: Level): void {
  const cells = level.cells.splice(0);
  if (cells.length === 0) return;
  if (!level.isTableOpen) flow.startTable();
  level.isTableOpen = true;
  flow.startRow();
  for (const cell of cells) {
    flow.startCell();
    flow.tell(cell);
    flow.endCell();
  }
  flow.endRow();
}
