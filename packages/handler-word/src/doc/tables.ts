import type { ByteView } from "@reader/office-kit/compound";

/** A table of text positions, each with data of the same size ([MS-DOC], 2.2.2 PLC). */
export interface PositionTable {
  /** Positions, ascending in sound files; one more than there are data entries. */
  readonly positions: readonly number[];
  /** Returns the data of an entry. */
  data(index: number): ByteView;
}

/** Maximum number of entries; a document of a thousand pages has about ten thousand. */
const maxEntries = 1_000_000;

/** Reads a table with `dataBytes` bytes of data per position. A missing table is empty. */
export function readPositions(table: ByteView, dataBytes: number): PositionTable {
  const count = Math.min(maxEntries, Math.max(0, Math.floor((table.length - 4) / (4 + dataBytes))));
  const positions = Array.from({ length: table.length < 4 ? 0 : count + 1 }, (_, index) => table.u32(index * 4));
  return { positions, data: (index) => table.part((count + 1) * 4 + index * dataBytes, dataBytes) };
}

/** Maximum number of strings in a table. */
const maxStrings = 20_000;

/** Reads the font names ([MS-DOC], 2.9.271 SttbfFfn and 2.9.83 FFN). */
export function readFontNames(table: ByteView): readonly string[] {
  const count = Math.min(maxStrings, table.u16(0));
  const names: string[] = [];
  let at = 4;
  for (let index = 0; index < count && at < table.length; index += 1) {
    const length = table.u8(at);
    names.push(untilNull(table.utf16(at + 40, Math.max(0, length - 39) >> 1)));
    at += 1 + length;
  }
  return names;
}

/** Reads length-prefixed UTF-16 strings after a header (2.2.4 STTB). */
export function readStrings(table: ByteView): readonly string[] {
  if (table.u16(0) !== 0xffff) return [];
  const count = Math.min(maxStrings, table.u16(2));
  const extra = table.u16(4);
  const strings: string[] = [];
  let at = 6;
  for (let index = 0; index < count && at < table.length; index += 1) {
    const length = table.u16(at);
    strings.push(table.utf16(at + 2, length));
    at += 2 + length * 2 + extra;
  }
  return strings;
}

/** Reads length-prefixed UTF-16 strings up to the end of the table (2.9.353 Xst). */
export function readAuthors(table: ByteView): readonly string[] {
  const strings: string[] = [];
  for (let at = 0; at < table.length && strings.length < maxStrings;) {
    const length = table.u16(at);
    strings.push(table.utf16(at + 2, length));
    at += 2 + length * 2;
  }
  return strings;
}

function untilNull(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** A part of the text that is stored contiguously. */
export interface Piece {
  /** Text positions; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Offset of the first byte in the document stream. */
  readonly place: number;
  /** Bytes per character: 1 in code page 1252, 2 in UTF-16. */
  readonly width: 1 | 2;
  /** Property modifiers that apply to the whole piece. */
  readonly changes: Uint8Array;
}

const nothing = new Uint8Array();

/** Reads the pieces in text order ([MS-DOC], 2.9.38 Clx). Returns an empty list if the table is damaged. */
export function readPieces(table: ByteView): readonly Piece[] {
  const lists: Uint8Array[] = [];
  let at = 0;
  while (table.u8(at) === 1 && at < table.length) {
    const length = table.u16(at + 1);
    lists.push(table.part(at + 3, length).bytes);
    at += 3 + length;
  }
  if (table.u8(at) !== 2) return [];
  const pieces = readPositions(table.part(at + 5, table.u32(at + 1)), 8);
  const read: Piece[] = [];
  let last = 0;
  for (let index = 0; index + 1 < pieces.positions.length; index += 1) {
    const piece = pieceAt(pieces.data(index), lists);
    const start = pieces.positions[index] ?? 0;
    const end = pieces.positions[index + 1] ?? 0;
    // Positions must ascend; skips damaged pieces so that no text is read twice.
    if (start < last || end <= start) continue;
    last = end;
    read.push({ start, end, ...piece });
  }
  return read;
}

/** 2.9.177 Pcd and 2.9.73 FcCompressed. */
function pieceAt(data: ByteView, lists: readonly Uint8Array[]): Pick<Piece, "place" | "width" | "changes"> {
  const packed = data.u32(2);
  const isNarrow = (packed & 0x4000_0000) !== 0;
  const place = packed & 0x3fff_ffff;
  const property = data.u16(6);
  const changes = (property & 1) === 1 ? lists[property >> 1] : undefined;
  return { place: isNarrow ? place >>> 1 : place, width: isNarrow ? 1 : 2, changes: changes ?? nothing };
}
