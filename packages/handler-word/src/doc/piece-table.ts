import type { ByteView } from "@reader/office-kit/compound";
import { readPositions } from "./position-table.ts";

/** A part of the text that lies in one place. */
export interface Piece {
  /** Positions in the text; `end` is not included. */
  readonly start: number;
  readonly end: number;
  /** Where its first byte lies in the document stream. */
  readonly place: number;
  /** Bytes of a character: 1 in code page 1252, 2 in UTF-16. */
  readonly width: 1 | 2;
  /** What was changed of the whole piece. */
  readonly changes: Uint8Array;
}

const nothing = new Uint8Array();

/** Reads the pieces in the order of the text ([MS-DOC], 2.9.38 Clx); empty where the table is damaged. */
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
    // Positions ascend: anything else is damage, which must not be read twice.
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
