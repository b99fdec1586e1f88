import type { EntrySums, ZipEntry } from "../contract/zip.ts";
import { ListedEntry, type EntryBytes } from "./listed-entry.ts";

/** Entries in order. */
export interface Entries {
  readonly count: number;
  /** Returns the same object each time. */
  at(index: number): ZipEntry | undefined;
  all(): readonly ZipEntry[];
  sums(): EntrySums;
}

interface Piece extends EntryBytes {
  /** The offset of each entry. */
  readonly places: readonly number[];
  /** The index of the first of them. */
  readonly first: number;
}

/** The entries of a directory. Each is created on demand, because a listing may need few of a million. */
export class EntryTable implements Entries {
  readonly #pieces: Piece[] = [];
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
