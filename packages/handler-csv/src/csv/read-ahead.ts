import { takeScan, type RecordScan } from "./record-scan.ts";
import type { TableBytes } from "./table-bytes.ts";

/** Bytes for going through a table in order: the next piece is fetched while the one before it is worked on. */
export interface ReadAhead {
  /** A piece is there until the next but one is asked for. */
  readonly bytes: TableBytes;
  /** Gives the memory back that the pieces lie in. */
  close(): Promise<void>;
}

interface Fetched {
  readonly start: number;
  readonly end: number;
  readonly piece: Promise<Uint8Array>;
}

/** Reads a table piece by piece, into the memory of a scan where that can be. */
export function createReadAhead({ size, read, readInto }: TableBytes): ReadAhead {
  const scan = readInto === undefined ? undefined : takeScan();
  const readPiece = readInto === undefined || scan === undefined ? read : readIntoLanes(readInto, scan, size);
  let next: Fetched | undefined;
  const fetch = (start: number, end: number): void => {
    const piece = readPiece(start, end);
    // Whoever asks for it learns of its failure; nobody may.
    piece.catch(() => undefined);
    next = { start, end, piece };
  };
  /** Memory that is still being written to belongs to nobody else. */
  const settle = async (): Promise<void> => {
    await next?.piece.catch(() => undefined);
    next = undefined;
  };
  return {
    bytes: {
      size,
      async read(start, end) {
        const fetched = next?.start === start && next.end === end ? next.piece : undefined;
        if (fetched === undefined) await settle();
        const piece = await (fetched ?? readPiece(start, end));
        next = undefined;
        if (start + piece.length === end && end < size) fetch(end, end + (end - start));
        return piece;
      },
    },
    async close() {
      await settle();
      scan?.release();
    },
  };
}

/** Pieces come into two lanes of memory in turn. */
function readIntoLanes(
  readInto: (target: Uint8Array, start: number) => Promise<number>,
  { lanes }: RecordScan,
  size: number,
): TableBytes["read"] {
  let turn = 0;
  return async (start, end) => {
    turn += 1;
    const lane = lanes[turn % 2 === 0 ? 0 : 1];
    const target = lane.subarray(0, Math.max(0, Math.min(end, size) - start));
    return target.subarray(0, await readInto(target, start));
  };
}
