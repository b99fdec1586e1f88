import { ReadError } from "@reader/core/handler";
import type { EntrySums, OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import type { EndRecord } from "./end-record.ts";
import {
  type EntryBytes,
  entryLength,
  entrySignature,
  fixedEntryBytes,
  legacyNameRange,
  ListedEntry,
} from "./listed-entry.ts";
import { LegacyNames } from "./names.ts";

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
  return new ReadError("too-large", `${path} has ${actual} entries or more, and ${most} are read.`, {
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
