import { ReadError } from "@reader/core/handler";
import { named } from "@reader/core/render";
import type { InflationMeter } from "@reader/unpack";
import { type ByteReader, counted } from "../bytes/byte-reader.ts";
import { type Member, type MemberKind, memberTime } from "../bytes/member.ts";
import {
  blockBytes,
  decodeText,
  isEmptyBlock,
  isTarHeader,
  noRecords,
  numberIn,
  type PaxRecords,
  readPaxRecords,
  readTarHeader,
  type TarHeader,
} from "./tar-header.ts";

/** The input of a tar archive. */
export interface TarInput {
  readonly path: string;
  readonly reader: ByteReader;
  readonly meter: InflationMeter;
}

/** Yields the members of a tar archive. The content of a member is available until the next one is requested. */
export async function* tarMembers(input: TarInput): AsyncGenerator<Member> {
  const { reader, path } = input;
  let index = 0;
  for await (const described of describedHeaders(reader, path)) {
    index += 1;
    const map = await sparseMapOf(described, reader);
    const body = openBody(reader, Math.max(0, described.size - (map?.mapBytes ?? 0)));
    yield memberOf(described, index, { ...input, body, map });
    if ((await body.finish()) > 0) throw cutOff(described, path);
    await reader.skip(paddingOf(described.size));
  }
}

async function sparseMapOf({ header, records }: DescribedHeader, reader: ByteReader): Promise<SparseMap | undefined> {
  return header.type === "S" ? readGnuSparse(header, reader) : readPaxSparse(records, reader);
}

/** The data of one member, which may be read in part. */
interface Body extends ByteReader {
  readonly size: number;
  /** Skips the rest. Returns the number of missing bytes. */
  finish(): Promise<number>;
}

function openBody(reader: ByteReader, size: number): Body {
  let left = size;
  async function* pieces(length: number): AsyncGenerator<Uint8Array> {
    for await (const piece of reader.pieces(Math.min(length, left))) {
      left -= piece.length;
      yield piece;
    }
  }
  return {
    size,
    pieces,
    async take(length) {
      const taken = await reader.take(Math.min(length, left));
      left -= taken.length;
      return taken;
    },
    async skip(length) {
      const skipped = await reader.skip(Math.min(length, left));
      left -= skipped;
      return skipped;
    },
    async finish() {
      left -= await reader.skip(left);
      return left;
    },
  };
}

interface MemberInput extends TarInput {
  readonly body: Body;
  readonly map: SparseMap | undefined;
}

/** POSIX.1-2024, ustar `typeflag`, and those of GNU. */
const kinds: Readonly<Record<string, MemberKind>> = {
  "0": "file",
  "1": "hard-link",
  "2": "link",
  "3": "device",
  "4": "device",
  "5": "folder",
  "6": "pipe",
  "7": "file",
  S: "file",
  D: "folder",
  V: "other",
  M: "other",
  N: "other",
};

function memberOf(described: DescribedHeader, index: number, { body, map, meter }: MemberInput): Member {
  const { name, header, modified, target } = described;
  // Before the folder type existed, folder names ended with a slash.
  const kind = header.type === "0" && name.endsWith("/") ? "folder" : (kinds[header.type] ?? "file");
  const content = (): AsyncIterable<Uint8Array> =>
    map === undefined ? body.pieces(body.size) : expandSparse(map, body);
  return {
    index,
    name,
    kind,
    bytes: kind === "file" ? (map?.realSize ?? body.size) : undefined,
    modified,
    target: kind === "link" || kind === "hard-link" ? target : undefined,
    isEncrypted: false,
    flaw: header.type === "V" ? "volume label" : undefined,
    content: () => counted(content(), meter, () => body.size),
  };
}

function cutOff({ name }: DescribedHeader, path: string): ReadError {
  return new ReadError("corrupt", `${path} ends inside ${named(name, 200)}.`);
}

/** A stored part of a sparse file. The gaps are zeros. */
interface SparsePart {
  readonly offset: number;
  readonly length: number;
}

/** The map of a sparse file. */
interface SparseMap {
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
async function readGnuSparse({ block }: TarHeader, reader: ByteReader): Promise<SparseMap> {
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
async function readPaxSparse(records: PaxRecords, reader: ByteReader): Promise<SparseMap | undefined> {
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
async function* expandSparse({ parts, realSize }: SparseMap, reader: ByteReader): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { offset, length } of [...parts, { offset: realSize, length: 0 }]) {
    if (!(offset >= at) || !(length >= 0)) return;
    for (; at < offset; at += Math.min(zeros.length, offset - at)) yield zeros.subarray(0, offset - at);
    yield* reader.pieces(length);
    at += length;
  }
}

/** A header with the facts of the extended headers before it. */
interface DescribedHeader {
  readonly header: TarHeader;
  readonly name: string;
  readonly target: string;
  /** Size of the data without padding, in bytes. */
  readonly size: number;
  readonly modified: Date | undefined;
  readonly records: PaxRecords;
}

/** Maximum size of an extended header, far more than any program writes. */
const mostHeaderBytes = 1024 * 1024;

/** Maximum number of extended headers of one member. */
const mostDescriptions = 100;

/** The facts of the extended headers before the next member. */
interface Descriptions {
  records: PaxRecords;
  name: string | undefined;
  target: string | undefined;
}

/**
 * Yields the headers of members. The caller reads the data of each before the next. Ends at an empty block or at the
 * end of the file. Throws `corrupt` for anything else, and for extended headers without a member.
 */
async function* describedHeaders(reader: ByteReader, path: string): AsyncGenerator<DescribedHeader> {
  let global = noRecords;
  let descriptions = emptyDescriptions();
  let count = 0;
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.length === 0 || isEmptyBlock(block)) {
      if (isAnyDescribed(descriptions)) throw missingHeader(path);
      return;
    }
    if (!isTarHeader(block)) throw damaged(path);
    const header = readTarHeader(block);
    if (Number.isNaN(header.size)) throw damaged(path);
    count += 1;
    if (count > mostDescriptions) throw damaged(path);
    if (header.type === "g") global = readPaxRecords(await bodyOf(header, reader, path));
    else if (isDescription(header)) await describe(header, await bodyOf(header, reader, path), descriptions);
    else {
      yield described(header, global, descriptions);
      descriptions = emptyDescriptions();
      count = 0;
    }
  }
}

function emptyDescriptions(): Descriptions {
  return { records: noRecords, name: undefined, target: undefined };
}

function isAnyDescribed({ records, name, target }: Descriptions): boolean {
  return records !== noRecords || name !== undefined || target !== undefined;
}

function isDescription({ type }: TarHeader): boolean {
  return "xXLK".includes(type);
}

/** `L` and `K` are GNU's long names; `X` is what Solaris wrote for `x`. */
async function describe({ type }: TarHeader, body: Uint8Array, descriptions: Descriptions): Promise<void> {
  if (type === "L") descriptions.name = untilZero(body);
  else if (type === "K") descriptions.target = untilZero(body);
  else descriptions.records = readPaxRecords(body);
}

function untilZero(body: Uint8Array): string {
  const end = body.indexOf(0);
  return decodeText(end < 0 ? body : body.subarray(0, end));
}

async function bodyOf({ size }: TarHeader, reader: ByteReader, path: string): Promise<Uint8Array> {
  if (size > mostHeaderBytes) {
    const limit = { name: "maxHeaderBytes", value: mostHeaderBytes, actual: size };
    throw new ReadError("too-large", `${path} describes a member in ${size} bytes; the limit is ${mostHeaderBytes}.`, {
      hint: "Do not open this file: no program writes such archives.",
      details: { limit },
    });
  }
  const body = await reader.take(size);
  await reader.skip(paddingOf(size));
  return body;
}

/** Returns the padding after a member's data. */
function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** Types without data after their header, whatever their size field says: links, devices, folders, pipes. */
const withoutBody = "123456";

function described(header: TarHeader, global: PaxRecords, { records, name, target }: Descriptions): DescribedHeader {
  const field = (...keywords: readonly string[]): string | undefined => {
    const found = keywords.find((keyword) => records.fields.has(keyword) || global.fields.has(keyword));
    return found === undefined ? undefined : (records.fields.get(found) ?? global.fields.get(found));
  };
  const seconds = field("mtime");
  return {
    header,
    name: field("GNU.sparse.name", "path") ?? name ?? header.name,
    target: field("linkpath") ?? target ?? header.target,
    size: sizeOf(header, field("size")),
    modified: seconds === undefined ? header.modified : memberTime(Number(seconds)),
    records,
  };
}

function sizeOf({ type, size }: TarHeader, told: string | undefined): number {
  const bytes = Number(told ?? size);
  return withoutBody.includes(type) || !(bytes >= 0) ? 0 : bytes;
}

function damaged(path: string): ReadError {
  return new ReadError("corrupt", `${path} is not a tar archive, or is damaged from here on.`);
}

function missingHeader(path: string): ReadError {
  return new ReadError("corrupt", `${path} is cut off: it describes one more member, which is missing.`);
}
