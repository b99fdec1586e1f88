import type { CellRange } from "@reader/document/tables";
import { choiceWords, rangeList } from "../../sheets/choice-words.ts";
import { controlWords } from "../../sheets/control-words.ts";
import { chartWords } from "../../sheets/chart-words.ts";
import { headerFooterText } from "../../sheets/header-footer.ts";
import { type CellPlace, imagesLine, placeAddress, placedWords } from "../../sheets/image-words.ts";
import { type BookNames, createBookNames, referenceWords } from "./book-names.ts";
import { type ChartBudget, type ChartParts, createChartBudget, createChartParts } from "./chart-parts.ts";
import { type ControlFacts, controlOf } from "./controls.ts";
import { type DrawnShape, drawnShapes, type PlacedImage } from "./drawings.ts";
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
    budget: createChartBudget(),
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
  readonly budget: ChartBudget;
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
  state.current = createSheetParts(state, index);
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

/** A drawing whose place is known after the whole sheet was read. */
interface Described {
  /** The number of its OBJ record on the sheet, from 1; 0 for what no such record describes. */
  readonly object: number;
  words(place: CellPlace | undefined): string;
}

interface State {
  readonly names: BookNames;
  readonly budget: ChartBudget;
  /** The index of the sheet. */
  readonly index: number;
  readonly drawings: Described[];
  /** The chunks of the sheet's drawing. */
  readonly shapes: Uint8Array[];
  /** The number of OBJ records so far, and the type of the last one. */
  objects: number;
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
function createSheetParts({ names, budget }: Pick<ReadState, "names" | "budget">, index: number): SheetParts {
  const state: State = {
    names,
    budget,
    index,
    drawings: [],
    shapes: [],
    objects: 0,
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
      const shapes = [...drawnShapes(Buffer.concat(state.shapes))];
      const images = shapes.flatMap(({ image }) => image ?? []);
      return {
        frozenRows: state.isFrozen ? state.topRow + state.paneRows : 0,
        hasFilter: state.hasFilter,
        drawings: [...placedDrawings(state, shapes), ...imagesLine(images.map(({ place }) => place)), ...state.choices],
        images,
      };
    },
  };
}

/** Describes the drawings with their places, if each object has a shape. */
function placedDrawings({ drawings, objects }: State, shapes: readonly DrawnShape[]): readonly string[] {
  const withObjects = shapes.filter(({ hasObject }) => hasObject);
  const places = withObjects.length === objects ? withObjects : [];
  return drawings.map((drawing) => drawing.words(places[drawing.object - 1]?.place));
}

function startPart(state: State, { data }: BiffRecord): void {
  state.depth += 1;
  if (wordAt(data, 2) === chartKind) state.chart ??= createChartParts(state.names, state.budget);
}

function endPart(state: State): void {
  state.depth -= 1;
  const { chart, objects, names, index, budget } = state;
  if (chart === undefined) return;
  state.chart = undefined;
  if (budget.charts === 0) return;
  budget.charts -= 1;
  const sheet = names.sheetNamed(index) ?? "";
  const words = (place: CellPlace | undefined): string => chartWords(chart.chart(), { at: placeAddress(place), sheet });
  state.drawings.push({ object: objects, words });
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
      state.objects += 1;
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
  if (words !== "") state.drawings.push({ object: 0, words: () => `${name}: ${words}` });
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
  state.drawings.push({
    object: state.objects,
    words: (place) =>
      control === undefined ? `${placedWords("text box", place)}: ${text}` : controlText(control, text, place),
  });
}

/** Describes a control with its text. Labels and similar controls have only text. */
function controlText(control: ControlFacts, text: string, place: CellPlace | undefined): string {
  const hasFacts = Object.keys(control).length > 1;
  if (!hasFacts) return `${placedWords(control.kind, place)}: ${text}`;
  return controlWords({ ...control, caption: text, at: addressIn(place) });
}

/** Adds a control without text only if it has a linked cell or choices. Filter buttons have neither. */
function endControl(state: State): void {
  const { control } = state;
  state.control = undefined;
  if (control?.linkedCell === undefined && control?.source === undefined) return;
  state.drawings.push({
    object: state.objects,
    words: (place) => controlWords({ ...control, caption: "", at: addressIn(place) }),
  });
}

function addressIn(place: CellPlace | undefined): string | undefined {
  return place === undefined ? undefined : placeAddress(place);
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
