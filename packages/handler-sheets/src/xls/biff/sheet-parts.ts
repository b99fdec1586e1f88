import { headerFooterText } from "../../sheets/header-footer.ts";
import { placedPictures, type PlacedPicture } from "./pictures.ts";
import { createChartParts, type ChartParts } from "./chart-parts.ts";
import { controlWords } from "../../sheets/control-words.ts";
import type { BookNames } from "./book-names.ts";
import { choicesOf } from "./choices.ts";
import { controlOf, type ControlFacts } from "./controls.ts";
import { bytesOf, wordAt, type BiffRecord } from "./records.ts";
import { longStringAt, textOfObject } from "./strings.ts";

/** Takes the records of one sheet, with those of the charts on it, then tells what is on the sheet besides its cells. */
export interface SheetParts {
  add(record: BiffRecord): void;
  finish(): FoundParts;
}

/** What is on a sheet besides its cells. */
export interface FoundParts {
  readonly frozenRows: number;
  /** Whether its rows have buttons to filter them by. */
  readonly hasFilter: boolean;
  readonly drawings: readonly string[];
  readonly pictures: readonly PlacedPicture[];
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

/** The kind of substream that a chart is ([MS-XLS] 2.4.21). */
const chartKind = 0x20;

/** WINDOW2: the panes do not move ([MS-XLS] 2.4.346). */
const isFrozen = 0x8;

const noteObject = 0x19;

/** Lists of choices that are told of one sheet. */
const maxChoices = 100;

interface State {
  readonly names: BookNames;
  readonly drawings: string[];
  /** The drawing of the sheet comes in pieces. */
  readonly shapes: Uint8Array[];
  /** The kind of the object that a text belongs to. */
  object: number;
  /** The control that waits for its text, which some have not. */
  control: ControlFacts | undefined;
  readonly choices: string[];
  hasFilter: boolean;
  topRow: number;
  isFrozen: boolean;
  paneRows: number;
  /** The chart that the records belong to. */
  chart: ChartParts | undefined;
  depth: number;
}

/** Starts before the first record of the sheet. */
export function createSheetParts(names: BookNames): SheetParts {
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
        pictures: [...placedPictures(Buffer.concat(state.shapes))],
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

/** The words of labels and of the like are all that there is to say of them. */
function controlText(control: ControlFacts, text: string): string {
  const hasFacts = Object.keys(control).length > 1;
  return hasFacts ? controlWords({ ...control, caption: text }) : `${control.kind}: ${text}`;
}

/** A control without a text is told of where a cell has its value or its choices: buttons of filters have neither. */
function endControl(state: State): void {
  const { control } = state;
  state.control = undefined;
  if (control?.linkedCell === undefined && control?.source === undefined) return;
  state.drawings.push(controlWords({ ...control, caption: "" }));
}
