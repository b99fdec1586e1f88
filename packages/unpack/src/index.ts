import { ReadError } from "@reader/core/handler";
import type { OpenZipOptions, Zip, ZipEntry } from "./contract/zip.ts";
import { type EndRecord, findEndRecord } from "./directory/end-record.ts";
import {
  type Directory,
  type Entries,
  entriesOf,
  localHeaderBytes,
  readDirectory,
  salvageEntries,
} from "./directory/read-directory.ts";
import { shared } from "./member/locate-member.ts";
import { loneMember, readMember, streamMember } from "./member/read-member.ts";

export { createGainMeter, createInflationMeter, largestByRatio } from "./contract/inflation-meter.ts";
export type { InflationMeter, MemberSoFar } from "./contract/inflation-meter.ts";
export { throughTransform } from "./member/read-member.ts";
export type { EntrySums, OpenZipOptions, Zip, ZipEntry } from "./contract/zip.ts";

/**
 * Opens a ZIP file. Reads its directory, but unpacks nothing. If the directory is missing or damaged, searches for
 * members and reports that in `damage`. Throws `corrupt` if there are no members, and `too-large` above `maxEntries`.
 */
export async function openZip(options: OpenZipOptions): Promise<Zip> {
  const end = await findEndRecord(options.source);
  const directory = end === undefined ? undefined : await readDirectory(options, end);
  if (directory !== undefined && (await isOfInnerArchive(directory, options))) {
    return salvageZip(entriesOf([]), undefined, options);
  }
  if (directory?.isWhole === true) return zipOf({ entries: directory.entries, end, options, damage: splitWords(end) });
  return salvageZip(directory?.entries ?? entriesOf([]), end, options);
}

/**
 * True if the directory belongs to a nested archive, because the outer archive is truncated: a file that begins with a
 * member has no data before its archive.
 */
async function isOfInnerArchive({ bytesBefore }: Directory, { source }: OpenZipOptions): Promise<boolean> {
  if (bytesBefore <= 0) return false;
  const [p, k, third, fourth] = await source.slice(0, 4);
  return p === 0x50 && k === 0x4b && third === 3 && fourth === 4;
}

/** Uses the members found without the directory if there are more of them than in the directory. */
async function salvageZip(listed: Entries, end: EndRecord | undefined, options: OpenZipOptions): Promise<Zip> {
  const { source, maxEntries } = options;
  const found = (await salvageEntries(options)).slice(0, maxEntries);
  if (found.length === 0 && listed.count === 0) throw noZip(source.path);
  if (listed.count >= found.length) {
    const damage = "The directory of the archive is damaged: members may be missing.";
    return zipOf({ entries: listed, end, options, damage });
  }
  const state = end === undefined ? "missing" : "damaged";
  const damage = `The directory of the archive is ${state}: the members were found without it, and some may be missing.`;
  return zipOf({ entries: entriesOf(found), end, options, damage });
}

interface Opened {
  readonly entries: Entries;
  readonly end: EndRecord | undefined;
  readonly options: OpenZipOptions;
  readonly damage: string | undefined;
}

function zipOf({ entries, end, options, damage }: Opened): Zip {
  let byName: ReadonlyMap<string, ZipEntry> | undefined;
  let overlapping: ReadonlySet<ZipEntry> | undefined;
  let all: readonly ZipEntry[] | undefined;
  const listed = (): readonly ZipEntry[] => (all ??= entries.all());
  const check = (entry: ZipEntry): void => {
    overlapping ??= overlappingEntries(listed(), options.source.size);
    if (overlapping.has(entry)) throw shared(entry, options);
  };
  return {
    get entries() {
      return listed();
    },
    entryCount: entries.count,
    entryAt: (index) => entries.at(index),
    sums: () => entries.sums(),
    damage,
    comment: end?.comment ?? "",
    find(name) {
      byName ??= firstByName(listed());
      return byName.get(plainName(name));
    },
    async read(entry, meter = options.meter) {
      check(entry);
      return readMember(entry, { ...options, meter });
    },
    async *stream(entry) {
      check(entry);
      yield* streamMember(entry, options);
    },
    async alone(entry) {
      check(entry);
      return loneMember(entry, options);
    },
  };
}

/** Indexes entries by name. The first of several counts, as in Office programs. */
function firstByName(entries: readonly ZipEntry[]): ReadonlyMap<string, ZipEntry> {
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const name = plainName(entry.name);
    if (!byName.has(name)) byName.set(name, entry);
  }
  return byName;
}

function plainName(name: string): string {
  const isPlain = !name.includes("\\") && !name.startsWith("/");
  return (isPlain ? name : name.replaceAll("\\", "/").replace(/^\/+/, "")).toLowerCase();
}

function splitWords(end: EndRecord | undefined): string | undefined {
  if (end?.isSplit !== true) return undefined;
  return "The archive is split over several files, and this is the last: members in the others cannot be read.";
}

function noZip(path: string): ReadError {
  return new ReadError("corrupt", `${path} is not a ZIP file, or is so damaged that no member can be found.`);
}

/**
 * Returns the members that share bytes with another member. Overlapping members are how the smallest bombs work (D.
 * Fifield, "A better zip bomb", 2019), and no packing program creates them. Members that would end after the file
 * cannot be read, so they do not count.
 */
function overlappingEntries(entries: readonly ZipEntry[], fileBytes: number): ReadonlySet<ZipEntry> {
  const found = new Set<ZipEntry>();
  const ordered = isOrdered(entries) ? entries : entries.toSorted((left, right) => left.headerAt - right.headerAt);
  let last: ZipEntry | undefined;
  let end = 0;
  for (const entry of ordered) {
    const ownEnd = entry.headerAt + localHeaderBytes + entry.packedBytes;
    if (ownEnd > fileBytes) continue;
    if (last !== undefined && entry.headerAt < end) found.add(last).add(entry);
    if (last === undefined || ownEnd > end) {
      last = entry;
      end = ownEnd;
    }
  }
  return found;
}

function isOrdered(entries: readonly ZipEntry[]): boolean {
  let before = -Infinity;
  for (const { headerAt } of entries) {
    if (headerAt < before) return false;
    before = headerAt;
  }
  return true;
}
