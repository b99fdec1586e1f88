import { Buffer } from "node:buffer";
import { ReadError } from "@reader/core/handler";
import { aesLock, wideSizes } from "../contract/extra-fields.ts";
import type { EntrySums, OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import type { EndRecord } from "./end-record.ts";
import {
  dosTime,
  type EntryBytes,
  entryLength,
  entrySignature,
  fixedEntryBytes,
  legacyNameRange,
  ListedEntry,
} from "./listed-entry.ts";
import { decodeName, LegacyNames } from "./names.ts";

/** A parsed directory. */
export interface Directory {
  readonly entries: Entries;
  /** True if all of it was read. */
  readonly isWhole: boolean;
  /** Number of bytes before the archive, as implied by its directory. */
  readonly bytesBefore: number;
}

/** Chunk size for reading the directory, which has some 80 bytes per entry. */
const pieceBytes = 4 * 1024 * 1024;

/** Maximum number of entries in memory: 200 MB. */
const mostEntries = 2_000_000;

/** Reads a directory. Returns `undefined` if it is not where it should be. */
export async function readDirectory(options: OpenZipOptions, end: EndRecord): Promise<Directory | undefined> {
  const { source } = options;
  const start = await directoryStart(source, end);
  if (start === undefined) return undefined;
  if (end.entryCount > mostOf(options)) throw tooMany(options, end.entryCount);
  const entries = new EntryTable();
  const names = new LegacyNames();
  const shift = start - end.directoryAt;
  const stop = Math.min(end.end, start + end.directoryBytes);
  let at = start;
  while (at < stop) {
    const bytes = await source.slice(at, Math.min(stop, at + pieceBytes));
    const used = takeEntries({ bytes, shift, names, options }, entries);
    if (used === 0) break;
    at += used;
  }
  await names.decide();
  return { entries, isWhole: at >= stop && isCount(entries.count, end.entryCount), bytesBefore: shift };
}

/** Programs without ZIP64 support write the lower 16 bits of a larger count. */
function isCount(actual: number, claimed: number): boolean {
  return actual === claimed || (actual > 0xffff && actual % 0x10000 === claimed);
}

/**
 * The directory is right before the end record or at the recorded offset: data may precede the archive, or lie between
 * directory and end.
 */
async function directoryStart(source: OpenZipOptions["source"], end: EndRecord): Promise<number | undefined> {
  for (const at of [end.end - end.directoryBytes, end.directoryAt]) {
    if (!Number.isSafeInteger(at) || at < 0 || at > end.end) continue;
    if (end.directoryBytes === 0) return end.entryCount === 0 ? at : undefined;
    const bytes = await source.slice(at, at + 4);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.byteLength === 4 && view.getUint32(0, true) === entrySignature) return at;
  }
  return undefined;
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly shift: number;
  readonly names: LegacyNames;
  readonly options: OpenZipOptions;
}

/** Collects the complete entries of a chunk. Returns their size in bytes. */
function takeEntries({ bytes, shift, names, options }: Piece, entries: EntryTable): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const most = mostOf(options) - entries.count;
  const places: number[] = [];
  let at = 0;
  while (at + fixedEntryBytes <= bytes.length && view.getUint32(at, true) === entrySignature) {
    const length = entryLength(view, at);
    if (at + length > bytes.length) break;
    if (places.length >= most) throw tooMany(options, mostOf(options) + 1);
    places.push(at);
    names.add(bytes, legacyNameRange(view, at));
    at += length;
  }
  entries.add({ view, shift, names }, places);
  return at;
}

function mostOf({ maxEntries = mostEntries }: OpenZipOptions): number {
  return Math.min(mostEntries, maxEntries);
}

function tooMany(options: OpenZipOptions, actual: number): ReadError {
  const { path } = options.source;
  const most = mostOf(options);
  return new ReadError("too-large", `${path} has at least ${actual} entries; the limit is ${most}.`, {
    hint: "Unpack it first, or read it with a reader that has a higher `maxEntries`.",
    details: { limit: { name: "maxEntries", value: most, actual } },
  });
}

/** Entries in order. */
export interface Entries {
  readonly count: number;
  /** Returns the same object each time. */
  at(index: number): ZipEntry | undefined;
  all(): readonly ZipEntry[];
  sums(): EntrySums;
}

interface Chunk extends EntryBytes {
  /** The offset of each entry. */
  readonly places: readonly number[];
  /** The index of the first of them. */
  readonly first: number;
}

/** The entries of a directory. Each is created on demand, because a listing may need few of a million. */
class EntryTable implements Entries {
  readonly #pieces: Chunk[] = [];
  readonly #made: (ZipEntry | undefined)[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds bytes with entries at these offsets. */
  add(bytes: EntryBytes, places: readonly number[]): void {
    this.#pieces.push({ ...bytes, places, first: this.#count });
    this.#count += places.length;
  }

  at(index: number): ZipEntry | undefined {
    const made = this.#made[index];
    if (made !== undefined) return made;
    const piece = this.#pieces.findLast(({ first }) => first <= index);
    const place = piece?.places[index - piece.first];
    if (piece === undefined || place === undefined) return undefined;
    const entry = new ListedEntry(piece, place);
    this.#made[index] = entry;
    return entry;
  }

  all(): readonly ZipEntry[] {
    return Array.from({ length: this.#count }, (_, index) => this.at(index)).filter((entry) => entry !== undefined);
  }

  sums(): EntrySums {
    const sums = { folders: 0, encrypted: 0, bytes: 0 };
    for (const piece of this.#pieces) for (const place of piece.places) addTo(sums, new ListedEntry(piece, place));
    return sums;
  }
}

/** Wraps a list of entries. */
export function entriesOf(list: readonly ZipEntry[]): Entries {
  return { count: list.length, at: (index) => list[index], all: () => list, sums: () => sumsOf(list) };
}

function sumsOf(entries: Iterable<ZipEntry>): EntrySums {
  const sums = { folders: 0, encrypted: 0, bytes: 0 };
  for (const entry of entries) addTo(sums, entry);
  return sums;
}

function addTo(sums: { -readonly [Name in keyof EntrySums]: number }, entry: ZipEntry): void {
  if (entry.isFolder) sums.folders += 1;
  if (entry.isEncrypted) sums.encrypted += 1;
  sums.bytes += entry.bytes;
}

const descriptorSignature = 0x08074b50;
const isEncryptedFlag = 0x1;
const hasDescriptorFlag = 0x8;
const isUtf8Flag = 0x800;

/** Maximum size of a local header. */
const longestHeaderBytes = 30 + 2 * 0xffff;

/** Maximum number of members to search for. A file without a directory is seldom large. */
const mostSalvaged = 100_000;

/** Maximum number of false signatures within a member. */
const mostFalseEnds = 1000;

/** Finds the members of a file with a missing or damaged directory by their local headers. */
export async function salvageEntries({ source }: OpenZipOptions): Promise<readonly ZipEntry[]> {
  const found: FoundMember[] = [];
  const names = new LegacyNames();
  let at = await findSignature(source, 0, [localSignature]);
  while (at !== undefined && found.length < mostSalvaged) {
    const header = readLocalHeader(await source.slice(at, at + longestHeaderBytes));
    if (header === undefined) break;
    const bounds = await boundsOf(source, header, at);
    found.push({ header, headerAt: at, bounds });
    if (!isUtf8Name(header)) names.add(header.nameBytes, [0, header.nameBytes.length]);
    at = bounds.isCut ? undefined : await findSignature(source, bounds.end, [localSignature]);
  }
  await names.decide();
  return found.map((member) => salvaged(member, names));
}

interface FoundMember {
  readonly header: LocalHeader;
  readonly headerAt: number;
  readonly bounds: Bounds;
}

/** The end of a member's bytes, and the facts from its data descriptor. */
interface Bounds {
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number | undefined;
  readonly end: number;
  readonly isCut: boolean;
}

async function boundsOf(source: OpenZipOptions["source"], header: LocalHeader, headerAt: number): Promise<Bounds> {
  const start = headerAt + header.length;
  const isKnown = (header.flags & hasDescriptorFlag) === 0 || header.packedBytes > 0;
  if (!isKnown) return boundsByDescriptor(source, start);
  const { packedBytes, bytes, crc32 } = header;
  const available = Math.max(0, source.size - start);
  const isCut = packedBytes > available;
  return { packedBytes: Math.min(packedBytes, available), bytes, crc32, end: start + packedBytes, isCut };
}

/**
 * The sizes are in a data descriptor after the bytes (APPNOTE 4.3.9), maybe with a signature, before the next header.
 */
async function boundsByDescriptor(source: OpenZipOptions["source"], start: number): Promise<Bounds> {
  let tries = 0;
  for await (const at of findSignatures(source, start, [descriptorSignature, localSignature, entrySignature])) {
    const bounds = await descriptorAt(source, { start, at });
    if (bounds !== undefined) return bounds;
    tries += 1;
    if (tries > mostFalseEnds) break;
  }
  const packedBytes = Math.max(0, source.size - start);
  return { packedBytes, bytes: 0, crc32: undefined, end: source.size, isCut: true };
}

interface Candidate {
  readonly start: number;
  /** Offset of a signature. */
  readonly at: number;
}

/** Returns checksum and sizes before or after a signature, if the size matches the distance. */
async function descriptorAt(source: OpenZipOptions["source"], { start, at }: Candidate): Promise<Bounds | undefined> {
  const bytes = await source.slice(Math.max(0, at - 12), at + 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offset = at - Math.max(0, at - 12);
  const isSigned = view.byteLength >= offset + 16 && view.getUint32(offset, true) === descriptorSignature;
  const from = isSigned ? offset + 4 : offset - 12;
  if (from < 0) return undefined;
  const packedBytes = view.getUint32(from + 4, true);
  const end = isSigned ? at : at - 12;
  if (start + packedBytes !== end) return undefined;
  return { packedBytes, bytes: view.getUint32(from + 8, true), crc32: view.getUint32(from, true), end, isCut: false };
}

function isUtf8Name({ flags }: LocalHeader): boolean {
  return (flags & isUtf8Flag) !== 0;
}

function salvaged({ header, headerAt, bounds }: FoundMember, names: LegacyNames): ZipEntry {
  const name = decodeName(header.nameBytes, isUtf8Name(header), names.decode);
  const { packedBytes, bytes, crc32, isCut } = bounds;
  const isEncrypted = (header.flags & isEncryptedFlag) !== 0;
  const aes = isEncrypted ? aesLock(header.method, () => header.extraFields) : undefined;
  return {
    name,
    packedBytes,
    bytes,
    method: aes?.method ?? header.method,
    crc32,
    isFolder: name.endsWith("/"),
    isEncrypted,
    aes,
    isSymbolicLink: false,
    isCut,
    modified: dosTime(header.date, header.time),
    comment: "",
    headerAt,
  };
}

/** Chunk size for searching. */
const searchBytes = 1024 * 1024;

const signatureBytes = 4;

/** Yields the offsets of signatures from `start`. All signatures start with `PK`. */
async function* findSignatures(
  source: OpenZipOptions["source"],
  start: number,
  wanted: readonly number[],
): AsyncGenerator<number> {
  for (let at = start; at < source.size; at += searchBytes) {
    const piece = await source.slice(at, at + searchBytes + signatureBytes - 1);
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let found = buffer.indexOf("PK"); found >= 0; found = buffer.indexOf("PK", found + 1)) {
      const isWhole = found < searchBytes && found + signatureBytes <= buffer.length;
      if (isWhole && wanted.includes(buffer.readUInt32LE(found))) yield at + found;
    }
  }
}

/** Returns the offset of the first of several signatures from `start`, if any. */
async function findSignature(
  source: OpenZipOptions["source"],
  start: number,
  wanted: readonly number[],
): Promise<number | undefined> {
  for await (const at of findSignatures(source, start, wanted)) return at;
  return undefined;
}

/** Signature of a local header. */
export const localSignature = 0x04034b50;

/** Size of the fixed part of a local header (APPNOTE 4.3.7). */
export const localHeaderBytes = 30;

/** The local header of a member. */
export interface LocalHeader {
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly nameBytes: Uint8Array;
  /** The extra fields. */
  readonly extraFields: Uint8Array;
  /** Total size in bytes. */
  readonly length: number;
}

/** Reads a local header, whose name and sizes may be wrong. Returns `undefined` if it has no signature. */
export function readLocalHeader(bytes: Uint8Array, at = 0): LocalHeader | undefined {
  if (at + localHeaderBytes > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  if (view.getUint32(0, true) !== localSignature) return undefined;
  const nameEnd = localHeaderBytes + view.getUint16(26, true);
  const length = nameEnd + view.getUint16(28, true);
  const narrow = { bytes: view.getUint32(22, true), packedBytes: view.getUint32(18, true), headerAt: 0 };
  const extraFields = bytes.subarray(at + nameEnd, at + length);
  const sizes = wideSizes(narrow, () => extraFields);
  return {
    flags: view.getUint16(6, true),
    method: view.getUint16(8, true),
    time: view.getUint16(10, true),
    date: view.getUint16(12, true),
    crc32: view.getUint32(14, true),
    packedBytes: sizes.packedBytes,
    bytes: sizes.bytes,
    nameBytes: bytes.subarray(at + localHeaderBytes, at + nameEnd),
    extraFields,
    length,
  };
}
