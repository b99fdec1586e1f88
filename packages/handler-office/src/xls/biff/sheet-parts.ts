import { headerFooterText } from "../../sheets/header-footer.ts";
import { placedPictures, type PlacedPicture } from "./pictures.ts";
import { createChartParts, type ChartParts } from "./chart-parts.ts";
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
};

/** The kind of substream that a chart is ([MS-XLS] 2.4.21). */
const chartKind = 0x20;

/** WINDOW2: the panes do not move ([MS-XLS] 2.4.346). */
const isFrozen = 0x8;

/** The types of objects ([MS-XLS] 2.5.143) by what people call them; notes are comments, which come with their cells. */
const objects: ReadonlyMap<number, string> = new Map([
  [0x07, "button"],
  [0x0b, "check box"],
  [0x0c, "option button"],
  [0x0e, "label"],
  [0x13, "group box"],
]);
const noteObject = 0x19;

interface State {
  readonly drawings: string[];
  /** The drawing of the sheet comes in pieces. */
  readonly shapes: Uint8Array[];
  /** The kind of the object that a text belongs to. */
  object: number;
  topRow: number;
  isFrozen: boolean;
  paneRows: number;
  /** The chart that the records belong to. */
  chart: ChartParts | undefined;
  depth: number;
}

/** Starts before the first record of the sheet. */
export function createSheetParts(): SheetParts {
  const state: State = {
    drawings: [],
    shapes: [],
    object: 0,
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
    finish: () => ({
      frozenRows: state.isFrozen ? state.topRow + state.paneRows : 0,
      drawings: state.drawings,
      pictures: [...placedPictures(Buffer.concat(state.shapes))],
    }),
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
      state.object = wordAt(data, 4);
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

function addText(state: State, words: string): void {
  if (words === "" || state.object === noteObject) return;
  state.drawings.push(`${objects.get(state.object) ?? "text box"}: ${words.replace(/\r\n?/g, "\n")}`);
}
