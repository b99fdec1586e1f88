import type { CellRange } from "@reader/document/tables";
import { choiceWords, rangeList } from "../../sheets/choice-words.ts";
import { controlWords, type FormControl } from "../../sheets/control-words.ts";
import { headerFooterText } from "../../sheets/header-footer.ts";
import { type BookNames, createBookNames, referenceWords } from "./book-names.ts";
import { type ChartParts, createChartParts, type PlacedImage, placedImages } from "./drawings.ts";
import {
  type BiffRecord,
  byteAt,
  bytesOf,
  recordsIn,
  wordAt,
  longStringAt,
  shortStringAt,
  textOfObject,
  unicodeStringBytes,
} from "./records.ts";

/** The content of a workbook that SheetJS does not read. */
export interface Supplements {
  /** The parts of each sheet, by sheet index. */
  readonly sheets: readonly (FoundParts | undefined)[];
  /** The image store of the workbook ([MS-ODRAW] 2.2.12). */
  readonly images: Uint8Array;
  /** The other workbooks that formulas refer to. */
  readonly externalBooks: readonly string[];
}

const streamTypes = { bof: 0x809, eof: 0x0a, boundSheet: 0x85, filePassword: 0x2f, drawingGroup: 0xeb };

/** The version number of BIFF8 in BOF ([MS-XLS] 2.4.21). */
const biff8 = 0x600;

/**
 * Reads what SheetJS leaves out: text boxes, charts, controls, images, headers and footers, lists of choices, and
 * frozen rows, by sheet index. Returns nothing for streams before Excel 97 and for encrypted ones.
 */
export function readSupplements(stream: Uint8Array): Supplements {
  const state: ReadState = {
    names: createBookNames(),
    store: [],
    sheetAt: new Map(),
    sheets: [],
    current: undefined,
    depth: 0,
  };
  for (const record of recordsIn(stream)) {
    if (isUnreadable(record)) return { sheets: [], images: new Uint8Array(), externalBooks: [] };
    if (record.type === streamTypes.bof) openPart(state, record);
    else if (state.current === undefined) addToGlobals(state, record);
    state.current?.add(record);
    if (record.type === streamTypes.eof) closePart(state);
  }
  const { sheets, store, names } = state;
  return {
    sheets: Array.from(sheets, (sheet) => sheet?.finish()),
    images: Buffer.concat(store),
    externalBooks: names.externalBooks,
  };
}

interface ReadState {
  readonly names: BookNames;
  readonly store: Uint8Array[];
  /** Sheet indexes by the offset of their records. */
  readonly sheetAt: Map<number, number>;
  readonly sheets: (SheetParts | undefined)[];
  current: SheetParts | undefined;
  /** Nesting depth of substreams: charts are inside sheets. */
  depth: number;
}

function isUnreadable({ type, offset, data }: BiffRecord): boolean {
  return type === streamTypes.filePassword || (type === streamTypes.bof && offset === 0 && wordAt(data, 0) !== biff8);
}

function openPart(state: ReadState, { offset }: BiffRecord): void {
  const index = state.depth === 0 ? state.sheetAt.get(offset) : undefined;
  state.depth += 1;
  if (index === undefined) return;
  state.current = createSheetParts(state.names);
  state.sheets[index] = state.current;
}

function closePart(state: ReadState): void {
  state.depth = Math.max(0, state.depth - 1);
  if (state.depth === 0) state.current = undefined;
}

function addToGlobals({ names, sheetAt, store }: ReadState, record: BiffRecord): void {
  const { type, data } = record;
  names.add(record);
  if (type === streamTypes.boundSheet && data.byteLength >= 4) sheetAt.set(data.getUint32(0, true), sheetAt.size);
  else if (type === streamTypes.drawingGroup) store.push(bytesOf(record));
}

/**
 * Receives the records of one sheet, including those of its charts, and returns the content of the sheet besides its
 * cells.
 */
interface SheetParts {
  add(record: BiffRecord): void;
  finish(): FoundParts;
}

/** The content of a sheet besides its cells. */
interface FoundParts {
  readonly frozenRows: number;
  /** True if its rows have filter buttons. */
  readonly hasFilter: boolean;
  readonly drawings: readonly string[];
  readonly images: readonly PlacedImage[];
}

const types = {
  bof: 0x809,
  eof: 0x0a,
  header: 0x14,
  footer: 0x15,
  pane: 0x41,
  object: 0x5d,
  text: 0x1b6,
  window: 0x23e,
  shapes: 0xec,
  choices: 0x1be,
  filter: 0x9d,
};

/** The substream type of charts ([MS-XLS] 2.4.21). */
const chartKind = 0x20;

/** WINDOW2 flag of frozen panes ([MS-XLS] 2.4.346). */
const isFrozen = 0x8;

const noteObject = 0x19;

/** Maximum number of lists of choices reported per sheet. */
const maxChoices = 100;

interface State {
  readonly names: BookNames;
  readonly drawings: string[];
  /** The chunks of the sheet's drawing. */
  readonly shapes: Uint8Array[];
  /** The type of the object that the next text belongs to. */
  object: number;
  /** The control whose text may follow. */
  control: ControlFacts | undefined;
  readonly choices: string[];
  hasFilter: boolean;
  topRow: number;
  isFrozen: boolean;
  paneRows: number;
  /** The chart that the current records belong to. */
  chart: ChartParts | undefined;
  depth: number;
}

/** Creates a collector that expects the first record of the sheet. */
function createSheetParts(names: BookNames): SheetParts {
  const state: State = {
    names,
    drawings: [],
    shapes: [],
    object: 0,
    control: undefined,
    choices: [],
    hasFilter: false,
    topRow: 0,
    isFrozen: false,
    paneRows: 0,
    chart: undefined,
    depth: 0,
  };
  return {
    add(record) {
      if (record.type === types.bof) startPart(state, record);
      else if (record.type === types.eof) endPart(state);
      else if (state.chart === undefined) addToSheet(state, record);
      else state.chart.add(record);
    },
    finish() {
      endControl(state);
      return {
        frozenRows: state.isFrozen ? state.topRow + state.paneRows : 0,
        hasFilter: state.hasFilter,
        drawings: [...state.drawings, ...state.choices],
        images: [...placedImages(Buffer.concat(state.shapes))],
      };
    },
  };
}

function startPart(state: State, { data }: BiffRecord): void {
  state.depth += 1;
  if (wordAt(data, 2) === chartKind) state.chart ??= createChartParts();
}

function endPart(state: State): void {
  state.depth -= 1;
  if (state.chart === undefined) return;
  state.drawings.push(state.chart.describe());
  state.chart = undefined;
}

function addToSheet(state: State, record: BiffRecord): void {
  const { type, data } = record;
  switch (type) {
    case types.header:
      addPageText(state, "page header", data);
      return;
    case types.footer:
      addPageText(state, "page footer", data);
      return;
    case types.window:
      state.isFrozen = (wordAt(data, 0) & isFrozen) !== 0;
      state.topRow = wordAt(data, 2);
      return;
    case types.pane:
      state.paneRows = wordAt(data, 2);
      return;
    case types.object:
      endControl(state);
      state.object = wordAt(data, 4);
      state.control = controlOf(data, state.names);
      return;
    case types.choices:
      addChoices(state, data);
      return;
    case types.filter:
      state.hasFilter = true;
      return;
    case types.shapes:
      state.shapes.push(bytesOf(record));
      return;
    case types.text:
      addText(state, textOfObject(record).trim());
      return;
    default:
  }
}

function addPageText(state: State, name: string, data: DataView): void {
  const words = data.byteLength === 0 ? "" : headerFooterText(longStringAt(data, 0));
  if (words !== "") state.drawings.push(`${name}: ${words}`);
}

function addChoices({ choices, names }: State, data: DataView): void {
  const words = choices.length < maxChoices ? choicesOf(data, names) : undefined;
  if (words !== undefined) choices.push(words);
}

function addText(state: State, words: string): void {
  const { control } = state;
  if (words === "" || state.object === noteObject) return;
  const text = words.replace(/\r\n?/g, "\n");
  state.control = undefined;
  state.drawings.push(control === undefined ? `text box: ${text}` : controlText(control, text));
}

/** Describes a control with its text. Labels and similar controls have only text. */
function controlText(control: ControlFacts, text: string): string {
  const hasFacts = Object.keys(control).length > 1;
  return hasFacts ? controlWords({ ...control, caption: text }) : `${control.kind}: ${text}`;
}

/** Adds a control without text only if it has a linked cell or choices. Filter buttons have neither. */
function endControl(state: State): void {
  const { control } = state;
  state.control = undefined;
  if (control?.linkedCell === undefined && control?.source === undefined) return;
  state.drawings.push(controlWords({ ...control, caption: "" }));
}

/** The rule type of lists ([MS-XLS] 2.4.95), in the lowest bits of the flags. */
const listKind = 3;
const kindBits = 0xf;
const flagBytes = 4;

/** Two titles and two messages precede the formulas. */
const messages = 4;

/** Token of a string formula ([MS-XLS] 2.5.198.89). */
const stringToken = 0x17;

/** Maximum number of cell ranges reported per list. */
const maxRanges = 100;
const rangeBytes = 8;

/** Describes the list of a DV record: `choices in B2:B9: Low, High`. Returns `undefined` for other rules. */
function choicesOf(data: DataView, book: BookNames): string | undefined {
  if ((byteAt(data, 0) & kindBits) !== listKind) return undefined;
  let at = flagBytes;
  for (let message = 0; message < messages; message += 1) at += unicodeStringBytes(data, at);
  const formula = { at: at + 4, bytes: wordAt(data, at) };
  const second = formula.at + formula.bytes;
  const cells = rangesAt(data, second + 4 + wordAt(data, second));
  return cells.length === 0 ? undefined : choiceWords(rangeList(cells), sourceWords(data, formula, book));
}

function sourceWords(
  data: DataView,
  formula: { readonly at: number; readonly bytes: number },
  book: BookNames,
): string {
  if (byteAt(data, formula.at) !== stringToken) return `those of ${referenceWords(data, formula, book) ?? "a formula"}`;
  return shortStringAt(data, formula.at + 1)
    .split("\0")
    .map((choice) => choice.trim())
    .join(", ");
}

function rangesAt(data: DataView, at: number): readonly CellRange[] {
  const count = Math.min(maxRanges, wordAt(data, at));
  const ranges: CellRange[] = [];
  for (let index = 0, place = at + 2; index < count && place + rangeBytes <= data.byteLength; index += 1) {
    ranges.push({
      firstRow: wordAt(data, place) + 1,
      lastRow: wordAt(data, place + 2) + 1,
      firstColumn: wordAt(data, place + 4) + 1,
      lastColumn: wordAt(data, place + 6) + 1,
    });
    place += rangeBytes;
  }
  return ranges;
}

/** The facts about a control in an OBJ record ([MS-XLS] 2.4.181). */
type ControlFacts = Omit<FormControl, "caption">;

/** Names of object types ([MS-XLS] 2.5.143). Notes are comments, which are read with their cells. */
const kinds: ReadonlyMap<number, string> = new Map([
  [0x07, "button"],
  [0x0b, "check box"],
  [0x0c, "option button"],
  [0x0e, "label"],
  [0x10, "spin button"],
  [0x11, "scroll bar"],
  [0x12, "list box"],
  [0x13, "group box"],
  [0x14, "drop-down"],
]);

/** Types with a checked state, and types with a value. */
const switches: ReadonlySet<number> = new Set([0x0b, 0x0c]);
const sliders: ReadonlySet<number> = new Set([0x10, 0x11]);

/** Subrecords: switch state, slider, their formulas, and a list with the formula of its cells. */
const parts = { slider: 0x0c, sliderFormula: 0x0e, state: 0x12, list: 0x13, switchFormula: 0x14 };
const kindAt = 4;
const headerBytes = 4;

/** Returns the facts about a control, or `undefined` if the object is not a control. */
function controlOf(data: DataView, book: BookNames): ControlFacts | undefined {
  const type = wordAt(data, kindAt);
  const kind = kinds.get(type);
  if (kind === undefined) return undefined;
  const found: { -readonly [Key in keyof ControlFacts]: ControlFacts[Key] } = { kind };
  for (let at = 0; at + headerBytes <= data.byteLength; at += headerBytes + wordAt(data, at + 2)) {
    const place = at + headerBytes;
    const part = wordAt(data, at);
    if (part === parts.state && switches.has(type)) found.isChecked = wordAt(data, place) === 1;
    else if (part === parts.slider && sliders.has(type)) found.value = wordAt(data, place + 4);
    else if (part === parts.sliderFormula || part === parts.switchFormula) {
      found.linkedCell = formulaAt(data, place, book);
    } else if (part === parts.list) {
      // The stated size is unreliable, and only the end mark follows this subrecord.
      found.source = formulaAt(data, place, book);
      found.choice = wordAt(data, place + 2 + wordAt(data, place) + 2);
      break;
    }
  }
  return found;
}

/** Size of the length of a formula and the unused field after it, in bytes ([MS-XLS] 2.5.198.103). */
const formulaHeaderBytes = 6;

function formulaAt(data: DataView, at: number, book: BookNames): string | undefined {
  const start = at + 2;
  if (wordAt(data, at) < formulaHeaderBytes || byteAt(data, start) === 0) return undefined;
  return referenceWords(data, { at: start + formulaHeaderBytes, bytes: wordAt(data, start) & 0x7fff }, book);
}
