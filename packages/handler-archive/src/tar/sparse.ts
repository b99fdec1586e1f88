import type { ByteReader } from "../bytes/byte-reader.ts";
import { blockBytes, numberIn, type PaxRecords, type TarHeader } from "./tar-header.ts";

/** A stored part of a sparse file. The gaps are zeros. */
export interface SparsePart {
  readonly offset: number;
  readonly length: number;
}

/** The map of a sparse file. */
export interface SparseMap {
  readonly parts: readonly SparsePart[];
  /** Size including the gaps, in bytes. */
  readonly realSize: number;
  /** Size of the sparse map before the file's data, in bytes. */
  readonly mapBytes: number;
}

/** Maximum number of parts of a file. */
const mostParts = 100_000;

const entryBytes = 24;

/** Reads GNU's old format: four parts in the header, and more in blocks after it, which this consumes. */
export async function readGnuSparse({ block }: TarHeader, reader: ByteReader): Promise<SparseMap> {
  const realSize = numberIn(block, 483, 12);
  const parts = partsIn(block, 386, 4);
  let isContinued = block[482] !== 0;
  while (isContinued && parts.length < mostParts) {
    const more = await reader.take(blockBytes);
    if (more.length < blockBytes) break;
    parts.push(...partsIn(more, 0, 21));
    isContinued = more[504] !== 0;
  }
  return { parts, realSize, mapBytes: 0 };
}

function partsIn(block: Uint8Array, at: number, count: number): SparsePart[] {
  return Array.from({ length: count }, (_, index) => at + index * entryBytes)
    .filter((from) => block[from] !== 0)
    .map((from) => ({ offset: numberIn(block, from, 12), length: numberIn(block, from + 12, 12) }));
}

/** Reads GNU's formats 0.0, 0.1 and 1.0 with pax headers. Returns `undefined` if the file is not sparse. */
export async function readPaxSparse(records: PaxRecords, reader: ByteReader): Promise<SparseMap | undefined> {
  const { fields, sparse } = records;
  const realSize = Number(fields.get("GNU.sparse.realsize") ?? fields.get("GNU.sparse.size") ?? Number.NaN);
  if (fields.get("GNU.sparse.major") === "1") return readMapInFront(reader, realSize);
  const map = fields.get("GNU.sparse.map");
  const numbers = map === undefined ? sparse : map.split(",", 2 * mostParts).map(Number);
  return numbers.length === 0 ? undefined : { parts: partsOf(numbers), realSize, mapBytes: 0 };
}

/** Reads version 1.0: decimal numbers, one per line, in blocks before the data. The first is the number of parts. */
async function readMapInFront(reader: ByteReader, realSize: number): Promise<SparseMap> {
  let text = "";
  let mapBytes = 0;
  for (;;) {
    const block = await reader.take(blockBytes);
    mapBytes += block.length;
    text += String.fromCharCode(...block);
    const numbers = text.split("\n").slice(0, -1).map(Number);
    const [count = Number.NaN] = numbers;
    const isOdd = numbers.length > 0 && !(count <= mostParts);
    if (isOdd || block.length < blockBytes || mapBytes > mostMapBytes) return { parts: [], realSize, mapBytes };
    if (numbers.length > 2 * count) return { parts: partsOf(numbers.slice(1, 1 + 2 * count)), realSize, mapBytes };
  }
}

/** Each block is appended to the text and parsed again, so the text must stay short. */
const mostMapBytes = 64 * blockBytes;

function partsOf(numbers: readonly number[]): SparsePart[] {
  return Array.from({ length: numbers.length >> 1 }, (_, index) => ({
    offset: numbers[2 * index] ?? 0,
    length: numbers[2 * index + 1] ?? 0,
  }));
}

const zeros = new Uint8Array(64 * 1024);

/** Yields a sparse file with its gaps. Stops at a part that overlaps the one before. */
export async function* expandSparse({ parts, realSize }: SparseMap, reader: ByteReader): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { offset, length } of [...parts, { offset: realSize, length: 0 }]) {
    if (!(offset >= at) || !(length >= 0)) return;
    for (; at < offset; at += Math.min(zeros.length, offset - at)) yield zeros.subarray(0, offset - at);
    yield* reader.pieces(length);
    at += length;
  }
}
