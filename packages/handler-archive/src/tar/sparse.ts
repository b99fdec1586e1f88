import type { ByteReader } from "../bytes/byte-reader.ts";
import { blockBytes, numberIn, type PaxRecords, type TarHeader } from "./tar-header.ts";

/** A part of a file that is there; what lies between the parts is zeros. */
export interface SparsePart {
  readonly offset: number;
  readonly length: number;
}

/** A file that was packed without its zeros. */
export interface SparseMap {
  readonly parts: readonly SparsePart[];
  /** Bytes with the zeros. */
  readonly realSize: number;
  /** Size of the sparse map before the file's data, in bytes. */
  readonly mapBytes: number;
}

/** Parts of one file; a map of more is no map of a real file. */
const mostParts = 100_000;

const entryBytes = 24;

/** GNU's own format: four parts in the header, and more in blocks behind it, which are taken here. */
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

/** The formats of GNU with pax headers, 0.0, 0.1 and 1.0; undefined where the file is not sparse. */
export async function readPaxSparse(records: PaxRecords, reader: ByteReader): Promise<SparseMap | undefined> {
  const { fields, sparse } = records;
  const realSize = Number(fields.get("GNU.sparse.realsize") ?? fields.get("GNU.sparse.size") ?? Number.NaN);
  if (fields.get("GNU.sparse.major") === "1") return readMapInFront(reader, realSize);
  const map = fields.get("GNU.sparse.map");
  const numbers = map === undefined ? sparse : map.split(",", 2 * mostParts).map(Number);
  return numbers.length === 0 ? undefined : { parts: partsOf(numbers), realSize, mapBytes: 0 };
}

/** Version 1.0: decimal numbers, one a line, in blocks before the bytes; the first is the count of parts. */
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

/** The text is looked through again with each block, so that it must stay short. */
const mostMapBytes = 64 * blockBytes;

function partsOf(numbers: readonly number[]): SparsePart[] {
  return Array.from({ length: numbers.length >> 1 }, (_, index) => ({
    offset: numbers[2 * index] ?? 0,
    length: numbers[2 * index + 1] ?? 0,
  }));
}

const zeros = new Uint8Array(64 * 1024);

/** The bytes of a sparse file with its zeros; stops at a part that does not fit behind the one before. */
export async function* expandSparse({ parts, realSize }: SparseMap, reader: ByteReader): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { offset, length } of [...parts, { offset: realSize, length: 0 }]) {
    if (!(offset >= at) || !(length >= 0)) return;
    for (; at < offset; at += Math.min(zeros.length, offset - at)) yield zeros.subarray(0, offset - at);
    yield* reader.pieces(length);
    at += length;
  }
}
