import type { Table, TableCell, TableRow } from "../model/apple-document.ts";
import { plainText } from "../model/apple-document.ts";
import { type CellLists, cellText } from "./cells.ts";
import type { Message } from "./message.ts";
import type { IwaObjects } from "./objects.ts";
import { readStory, type StoryContext } from "./read-story.ts";
import { tableTypes } from "./types.ts";

/** Fields of a table model (`TST.TableModelArchive`) and of its data store. */
const modelFields = { store: 4, rows: 6, columns: 7, name: 8, headerRows: 9 } as const;
const storeFields = { tiles: 3, texts: 4, rowTree: 9, richTexts: 17 } as const;

/** The largest table of Numbers: a million rows, a thousand columns. A larger number is a damaged one. */
const maxRows = 1_000_000;
const maxColumns = 1000;

/** Reads a table; `undefined` if its model is missing. Its rows are decoded when they are asked for. */
export function readTable(info: Message, context: StoryContext): Table | undefined {
  const { objects } = context;
  const model = objects.find(info.reference(2), tableTypes.model);
  const store = model?.message(modelFields.store);
  if (model === undefined || store === undefined) return undefined;
  const size = (field: number, most: number): number => Math.min(most, Math.max(0, model.number(field) ?? 0));
  const columnCount = size(modelFields.columns, maxColumns);
  return {
    type: "table",
    name: model.text(modelFields.name),
    columnCount,
    rowCount: size(modelFields.rows, maxRows),
    headerRows: model.number(modelFields.headerRows) ?? 0,
    *rows() {
      const lists = listsOf(store, context);
      for (const { firstRow, tile } of tilesOf(store, objects)) yield* tileRows(tile, { firstRow, columnCount, lists });
    },
  };
}

/** Reads the texts of a table. A damaged list leaves its cells empty. */
function listsOf(store: Message, context: StoryContext): CellLists {
  const { objects } = context;
  const texts = new Map<number, string>();
  for (const entry of entriesOf(store.reference(storeFields.texts), objects)) {
    texts.set(entry.number(1) ?? -1, entry.text(3));
  }
  const richTexts = new Map<number, number | undefined>();
  for (const entry of entriesOf(store.reference(storeFields.richTexts), objects)) {
    richTexts.set(entry.number(1) ?? -1, entry.reference(9));
  }
  return {
    text: (key) => texts.get(key) ?? "",
    richText(key) {
      const payload = objects.find(richTexts.get(key), tableTypes.payload);
      const story = readStory(payload?.reference(1), context, 1);
      return story === undefined ? "" : plainText(story);
    },
  };
}

function entriesOf(id: number | undefined, objects: IwaObjects): readonly Message[] {
  const list = objects.find(id, tableTypes.list);
  const segments = (list?.references(4) ?? []).flatMap((segment) => objects.find(segment, tableTypes.segment) ?? []);
  return [list, ...segments].flatMap((each) => each?.messages(3) ?? []);
}

interface Tile {
  /** The first row of the tile, from 0. */
  readonly firstRow: number;
  readonly tile: Message;
}

/** Returns the tiles of a table in order. Each holds up to 256 rows. */
function tilesOf(store: Message, objects: IwaObjects): readonly Tile[] {
  const storage = store.message(storeFields.tiles);
  const starts = new Map<number, number>();
  for (const node of store.message(storeFields.rowTree)?.messages(1) ?? []) {
    starts.set(node.number(2) ?? 0, node.number(1) ?? 0);
  }
  const height = storage?.number(2) ?? defaultTileRows;
  const tiles = (storage?.messages(1) ?? []).flatMap((entry) => {
    const id = entry.number(1) ?? 0;
    const tile = objects.find(entry.reference(2), tableTypes.tile);
    return tile === undefined ? [] : [{ firstRow: starts.get(id) ?? id * height, tile }];
  });
  return tiles.toSorted((one, other) => one.firstRow - other.firstRow);
}

const defaultTileRows = 256;

interface TileContext {
  readonly firstRow: number;
  readonly columnCount: number;
  readonly lists: CellLists;
}

function* tileRows(tile: Message, { firstRow, columnCount, lists }: TileContext): Generator<TableRow> {
  const rows = tile.messages(5).toSorted((one, other) => (one.number(1) ?? 0) - (other.number(1) ?? 0));
  for (const row of rows) {
    const cells: TableCell[] = [];
    for (const { column, bytes } of storedCells(row, columnCount)) {
      const text = cellText(bytes, lists);
      if (text !== "") cells.push({ column, text });
    }
    if (cells.length > 0) yield { number: firstRow + (row.number(1) ?? 0) + 1, cells };
  }
}

/** Fields of a row in a tile: the cells and their offsets, in the format since 2016 and in the one before. */
const rowFields = { oldCells: 3, oldOffsets: 4, cells: 6, offsets: 7, hasWideOffsets: 8 } as const;

const noCell = 0xffff;

/** Returns the bytes of each cell of a row. The offsets count bytes, or units of four if the row is long. */
function storedCells(row: Message, columnCount: number): readonly { column: number; bytes: Uint8Array }[] {
  const isNew = (row.bytes(rowFields.cells)?.length ?? 0) > 0;
  const cells = row.bytes(isNew ? rowFields.cells : rowFields.oldCells);
  const offsets = row.bytes(isNew ? rowFields.offsets : rowFields.oldOffsets);
  if (cells === undefined || offsets === undefined) return [];
  const unit = isNew && (row.number(rowFields.hasWideOffsets) ?? 0) > 0 ? 4 : 1;
  const starts = startsIn(offsets, columnCount);
  return starts.map(({ column, start }, at) => {
    const end = starts[at + 1]?.start;
    return { column, bytes: cells.subarray(start * unit, end === undefined ? undefined : end * unit) };
  });
}

function startsIn(offsets: Uint8Array, columnCount: number): readonly { column: number; start: number }[] {
  const view = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
  const starts: { readonly column: number; readonly start: number }[] = [];
  for (let column = 0; column < Math.min(columnCount, offsets.length >> 1); column += 1) {
    const start = view.getUint16(column * 2, true);
    if (start !== noCell) starts.push({ column: column + 1, start });
  }
  return starts;
}
