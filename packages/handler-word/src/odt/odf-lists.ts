import { createListCounter, type ListCounter, type NumberedLevel, type ParagraphStyle } from "@reader/document/builder";
import type { SymbolFont } from "@reader/document/content";
import type { XmlAttributes } from "@reader/office-kit/xml";

/** The lists of a document: their numbering styles and their counters. */
export interface OdfLists {
  /** Declares a list style; its levels follow. */
  declareStyle(name: string): void;
  /** Declares a level. One without a label (`none`) only has properties. */
  declareLevel(attributes: XmlAttributes, kind: LevelKind | "none"): void;
  /** True while a level is declared: text properties are those of its label. */
  readonly isInLevel: boolean;
  /** Sets the symbol font of the label of the level that is declared. */
  setLabelFont(font: SymbolFont | undefined): void;
  endLevel(): void;
  /** Enters a list or a nested list. */
  enter(attributes: XmlAttributes): void;
  leave(): void;
  /** Enters an item; `header` means an item without a label. */
  enterItem(attributes: XmlAttributes, kind: "item" | "header"): void;
  leaveItem(): void;
  /** Enters a text that is not part of the surrounding list. */
  suspend(): void;
  resume(): void;
  /** Sets the label that the document stores for the current item. */
  setNumber(number: string): void;
  /**
   * Returns the list item of a paragraph, or `undefined` if it is a plain paragraph. `style` is the paragraph's list
   * style.
   */
  itemOf(style: string | undefined): ParagraphStyle["list"];
  /** Returns the label of a heading that is numbered by the document outline; empty for an item of a list. */
  outlineLabel(level: number): string;
}

type LevelKind = "number" | "bullet" | "image";

/** The key of the outline numbering among the list styles. */
export const outlineStyle = " outline";

/** Maximum depth of nested lists. */
const maxLevels = 10;
const maxStyles = 50_000;

interface OpenList {
  /** Shared by a list and its nested lists. */
  readonly id: string;
  readonly style: string;
}

interface Item {
  readonly kind: "item" | "header";
  readonly start: number | undefined;
  /** True if the item has shown its label, or shows none. */
  isLabelled: boolean;
}

interface State {
  readonly styles: Map<string, (NumberedLevel | undefined)[]>;
  declared: (NumberedLevel | undefined)[];
  /** The level that is declared; `undefined` outside. */
  level: number | undefined;
  readonly counter: ListCounter;
  open: OpenList[];
  items: Item[];
  readonly suspended: { readonly open: OpenList[]; readonly items: Item[] }[];
  /** Lists by identifier, and the last list of each style. */
  readonly known: Map<string, string>;
  count: number;
  number: string | undefined;
}

/** Creates the state of a document without lists. */
export function createOdfLists(): OdfLists {
  const state: State = {
    styles: new Map(),
    declared: [],
    level: undefined,
    counter: createListCounter(),
    open: [],
    items: [],
    suspended: [],
    known: new Map(),
    count: 0,
    number: undefined,
  };
  return {
    declareStyle(name) {
      state.declared = [];
      if (state.styles.size < maxStyles) state.styles.set(name, state.declared);
    },
    declareLevel(attributes, kind) {
      const level = Number(attributes["text:level"] ?? "1") - 1;
      state.level = level;
      if (kind !== "none" && level >= 0 && level < maxLevels) state.declared[level] = levelOf(attributes, kind, level);
    },
    get isInLevel() {
      return state.level !== undefined;
    },
    setLabelFont(font) {
      const level = state.declared[state.level ?? maxLevels];
      if (level !== undefined) state.declared[state.level ?? maxLevels] = { ...level, symbolFont: font };
    },
    endLevel: () => void (state.level = undefined),
    enter: (attributes) => void state.open.push(listOf(state, attributes)),
    leave: () => void state.open.pop(),
    enterItem(attributes, kind) {
      const start = attributes["text:start-value"];
      state.number = undefined;
      const around = state.items.at(-1);
      // An item that starts with another list has no label (ODF 1.3 part 3, 5.3.3).
      if (around !== undefined) around.isLabelled = true;
      state.items.push({ kind, start: start === undefined ? undefined : Number(start), isLabelled: kind === "header" });
    },
    suspend() {
      state.suspended.push({ open: state.open, items: state.items });
      Object.assign(state, { open: [], items: [] });
    },
    resume: () => void Object.assign(state, state.suspended.pop()),
    leaveItem: () => void state.items.pop(),
    setNumber: (number) => void (state.number = number),
    itemOf: (style) => itemOf(state, style),
    outlineLabel(level) {
      if (state.items.at(-1)?.kind === "item") return "";
      const levels = state.styles.get(outlineStyle) ?? [];
      return levels[level] === undefined ? "" : state.counter.next(outlineStyle, level, levels);
    },
  };
}

function levelOf(attributes: XmlAttributes, kind: LevelKind, level: number): NumberedLevel {
  if (kind !== "number") return bulletLevel(attributes["text:bullet-char"] ?? "•");
  const {
    "style:num-prefix": prefix = "",
    "style:num-suffix": suffix = "",
    "style:num-format": name = "",
  } = attributes;
  if (name === "") return bulletLevel(prefix + suffix);
  const start = Number(attributes["text:start-value"] ?? "1") || 1;
  return { format: formatOf(name), start, template: `${prefix}${numbersOf(attributes, level)}${suffix}` };
}

/** Returns a level whose label is the same for all items. A blank one means no label. */
function bulletLevel(label: string): NumberedLevel {
  const template = label.trim();
  return { format: template === "" ? noFormat : bulletFormat, start: 1, template };
}

/** Number formats of Word for levels without numbers. */
const bulletFormat = 23;
const noFormat = 255;

function numbersOf(attributes: XmlAttributes, level: number): string {
  const shown = Math.min(level + 1, Math.max(1, Number(attributes["text:display-levels"] ?? "1") || 1));
  return Array.from({ length: shown }, (_, index) => String.fromCharCode(level - shown + 1 + index)).join(".");
}

/** ODF 1.2, 19.500, converted to the format codes of Word. */
function formatOf(format: string): number {
  return { "1": 0, I: 1, i: 2, A: 3, a: 4 }[format] ?? 0;
}

function listOf(state: State, attributes: XmlAttributes): OpenList {
  const { open, known } = state;
  const around = open.at(-1);
  const style = attributes["text:style-name"] ?? around?.style ?? "";
  if (around !== undefined) return { id: around.id, style };
  const id = continuedList(state, attributes, style) ?? newList(state);
  known.set(`style ${style}`, id);
  const own = attributes["xml:id"] ?? attributes["text:id"];
  if (own !== undefined) known.set(`id ${own}`, id);
  return { id, style };
}

function continuedList({ known }: State, attributes: XmlAttributes, style: string): string | undefined {
  const { "text:continue-list": list = "", "text:continue-numbering": continues } = attributes;
  return known.get(`id ${list}`) ?? (continues === "true" ? known.get(`style ${style}`) : undefined);
}

function newList(state: State): string {
  state.count += 1;
  return `list ${state.count}`;
}

function itemOf(state: State, paragraphStyle: string | undefined): ParagraphStyle["list"] {
  const list = state.open.at(-1);
  const item = state.items.at(-1);
  if (list === undefined || item === undefined) return undefined;
  const level = Math.min(maxLevels, state.open.length) - 1;
  if (item.isLabelled) return item.kind === "header" ? unlabelled(level) : { ...continuation, level };
  item.isLabelled = true;
  if (item.start !== undefined) state.counter.restart(list.id, level, item.start);
  const levels = levelsOf(state, [list.style, paragraphStyle]);
  const label = shownLabel(state, state.counter.next(list.id, level, levels)) || undeclaredLabel(levels[level]);
  return label === "" ? unlabelled(level) : { level, label };
}

/** Returns the levels of the first list style that is declared. */
function levelsOf({ styles }: State, names: readonly (string | undefined)[]): readonly (NumberedLevel | undefined)[] {
  return names.map((name) => styles.get(name ?? "")).find((levels) => levels !== undefined) ?? [];
}

/** Returns the label of a level that no list style declares. */
function undeclaredLabel(level: NumberedLevel | undefined): string {
  return level === undefined ? "•" : "";
}

const continuation = { label: "", isContinuation: true } as const;

/** Returns the place of an item without a label: it continues the item around it, if any. */
function unlabelled(level: number): ParagraphStyle["list"] {
  return level === 0 ? undefined : { ...continuation, level: level - 1 };
}

/** Prefers the label that the document stores, because its author saw it. */
function shownLabel(state: State, counted: string): string {
  const label = state.number ?? counted;
  state.number = undefined;
  return label;
}
