import { createBookNames, type BookNames } from "./book-names.ts";
import { bytesOf, recordsIn, wordAt, type BiffRecord } from "./records.ts";
import { createSheetParts, type FoundParts, type SheetParts } from "./sheet-parts.ts";

/** The content of a workbook that SheetJS does not read. */
export interface Supplements {
  /** The parts of each sheet, by sheet index. */
  readonly sheets: readonly (FoundParts | undefined)[];
  /** The image store of the workbook ([MS-ODRAW] 2.2.12). */
  readonly images: Uint8Array;
}

const types = { bof: 0x809, eof: 0x0a, boundSheet: 0x85, filePassword: 0x2f, drawingGroup: 0xeb };

/** The version number of BIFF8 in BOF ([MS-XLS] 2.4.21). */
const biff8 = 0x600;

/**
 * Reads what SheetJS leaves out: text boxes, charts, controls, images, headers and footers, lists of choices, and
 * frozen rows, by sheet index. Returns nothing for streams before Excel 97 and for encrypted ones.
 */
export function readSupplements(stream: Uint8Array): Supplements {
  const state: State = {
    names: createBookNames(),
    store: [],
    sheetAt: new Map(),
    sheets: [],
    current: undefined,
    depth: 0,
  };
  for (const record of recordsIn(stream)) {
    if (isUnreadable(record)) return { sheets: [], images: new Uint8Array() };
    if (record.type === types.bof) openPart(state, record);
    else if (state.current === undefined) addToGlobals(state, record);
    state.current?.add(record);
    if (record.type === types.eof) closePart(state);
  }
  const { sheets, store } = state;
  return { sheets: Array.from(sheets, (sheet) => sheet?.finish()), images: Buffer.concat(store) };
}

interface State {
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
  return type === types.filePassword || (type === types.bof && offset === 0 && wordAt(data, 0) !== biff8);
}

function openPart(state: State, { offset }: BiffRecord): void {
  const index = state.depth === 0 ? state.sheetAt.get(offset) : undefined;
  state.depth += 1;
  if (index === undefined) return;
  state.current = createSheetParts(state.names);
  state.sheets[index] = state.current;
}

function closePart(state: State): void {
  state.depth = Math.max(0, state.depth - 1);
  if (state.depth === 0) state.current = undefined;
}

function addToGlobals({ names, sheetAt, store }: State, record: BiffRecord): void {
  const { type, data } = record;
  names.add(record);
  if (type === types.boundSheet && data.byteLength >= 4) sheetAt.set(data.getUint32(0, true), sheetAt.size);
  else if (type === types.drawingGroup) store.push(bytesOf(record));
}
