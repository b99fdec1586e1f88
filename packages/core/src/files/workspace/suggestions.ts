import { entriesInside, placeIn } from "./folder-entries.ts";
import { mayBeNamed } from "./locate.ts";
import { nameDistance, stemDistance } from "./nearness.ts";
import { placeOf, relativePath, type Grounds, type Place } from "./roots.ts";

/** How much is looked through to find names for a miss. */
export interface SuggestionLimits {
  readonly maxFolders: number;
  readonly maxEntries: number;
  readonly maxMilliseconds: number;
  readonly maxSuggestions: number;
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number;
}

/** Enough for a project of some thousand files, and too little to be felt. */
const defaultSuggestionLimits: SuggestionLimits = {
  maxFolders: 1000,
  maxEntries: 50_000,
  maxMilliseconds: 150,
  maxSuggestions: 5,
  clock: () => performance.now(),
};

/** Folders of copies and caches: what is in them is hardly what was meant. */
const skippedFolders = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".cache"]);

interface Candidate {
  readonly place: Place;
  readonly isFolder: boolean;
  /** Less is nearer. */
  readonly distance: number;
}

/**
 * The names inside the roots that are nearest to places that do not exist, nearest first, relative to their roots,
 * folders with a slash at the end: near names in the folder that was asked for, and the same name in other folders.
 * Names that lead outside or that the policy denies are never among them.
 */
export async function suggestNames(
  grounds: Grounds,
  missing: readonly Place[],
  limits: SuggestionLimits = defaultSuggestionLimits,
): Promise<readonly string[]> {
  const search = { grounds, allowance: createAllowance(limits) };
  const candidates: Candidate[] = [];
  for (const place of missing) candidates.push(...withSlashes(grounds, place), ...(await nearNames(search, place)));
  for (const place of missing) candidates.push(...(await sameNames(search, place)));
  const ranked = candidates.toSorted((left, right) => left.distance - right.distance || comparePlaces(left, right));
  return firstAllowed(grounds, ranked, limits.maxSuggestions);
}

interface Search {
  readonly grounds: Grounds;
  readonly allowance: Allowance;
}

interface Allowance {
  /** Whether one more entry, or folder, may be looked at. */
  entry(): boolean;
  folder(): boolean;
}

function createAllowance(limits: SuggestionLimits): Allowance {
  const end = limits.clock() + limits.maxMilliseconds;
  let entries = 0;
  let folders = 0;
  return {
    entry() {
      entries += 1;
      // The clock costs more than the look at a name.
      return entries <= limits.maxEntries && (entries % 64 !== 0 || limits.clock() < end);
    },
    folder() {
      folders += 1;
      return folders <= limits.maxFolders && limits.clock() < end;
    },
  };
}

/** The same path with the slashes of this system. */
function withSlashes(grounds: Grounds, missing: Place): readonly Candidate[] {
  const absolute = missing.absolute.replaceAll("\\", "/");
  if (grounds.fileSystem.platform === "win32" || absolute === missing.absolute) return [];
  const place = placeOf(grounds, grounds.fileSystem.path.resolve(absolute));
  return place === undefined ? [] : [{ place, isFolder: false, distance: 0 }];
}

/** Near names for the first segment that is missing; the segments behind it are taken as they are. */
async function nearNames({ grounds, allowance }: Search, missing: Place): Promise<readonly Candidate[]> {
  const segments = relativePath(grounds.fileSystem, missing).split("/");
  const { folder, depth } = await deepestFolder(grounds, missing, segments);
  const [asked = "", ...rest] = segments.slice(depth);
  const found: Candidate[] = [];
  for (const { name, kind } of await entriesInside(grounds, folder)) {
    if (!allowance.entry()) break;
    const distance = nameDistance(asked, name);
    const isFolder = kind === "directory";
    if (distance === undefined || (rest.length > 0 && kind === "file")) continue;
    const place = rest.reduce((each, segment) => placeIn(grounds, each, segment), placeIn(grounds, folder, name));
    found.push({ place, isFolder: isFolder && rest.length === 0, distance });
  }
  return found;
}

async function deepestFolder(
  grounds: Grounds,
  missing: Place,
  segments: readonly string[],
): Promise<{ readonly folder: Place; readonly depth: number }> {
  let folder: Place = { root: missing.root, absolute: missing.root.real };
  for (const [depth, segment] of segments.entries()) {
    const next = placeIn(grounds, folder, segment);
    if (!(await mayBeNamed(grounds, next))) return { folder, depth };
    folder = next;
  }
  return { folder, depth: segments.length };
}

/** The same name, or with another extension, in other folders of the root, the nearest to the surface first. */
async function sameNames({ grounds, allowance }: Search, missing: Place): Promise<readonly Candidate[]> {
  const wanted = grounds.fileSystem.path.basename(missing.absolute);
  const found: Candidate[] = [];
  const waiting: Place[] = [{ root: missing.root, absolute: missing.root.real }];
  for (let folder = waiting.shift(); folder !== undefined && allowance.folder(); folder = waiting.shift()) {
    for (const { name, kind } of await entriesInside(grounds, folder)) {
      if (!allowance.entry()) return found;
      const place = placeIn(grounds, folder, name);
      const isFolder = kind === "directory";
      if (isFolder && !skippedFolders.has(name)) waiting.push(place);
      const distance = stemDistance(wanted, name);
      if (distance === undefined) continue;
      found.push({ place, isFolder, distance: distance + 1 / (1 + sharedTail(grounds, place, missing)) });
    }
  }
  return found;
}

/** How many segments at the end two places have in common. */
function sharedTail(grounds: Grounds, left: Place, right: Place): number {
  const ends = relativePath(grounds.fileSystem, right).toLowerCase().split("/").toReversed();
  const own = relativePath(grounds.fileSystem, left).toLowerCase().split("/").toReversed();
  const differs = own.findIndex((segment, at) => segment !== ends[at]);
  return differs < 0 ? own.length : differs;
}

function comparePlaces(left: Candidate, right: Candidate): number {
  if (left.place.absolute === right.place.absolute) return 0;
  return left.place.absolute < right.place.absolute ? -1 : 1;
}

async function firstAllowed(
  grounds: Grounds,
  ranked: readonly Candidate[],
  maxSuggestions: number,
): Promise<readonly string[]> {
  const names = new Set<string>();
  // As many again may be denied or lead nowhere; beyond that the search is not worth its calls.
  for (const { place, isFolder } of ranked.slice(0, maxSuggestions * 4)) {
    if (names.size === maxSuggestions) break;
    if (!(await mayBeNamed(grounds, place))) continue;
    names.add(relativePath(grounds.fileSystem, place) + (isFolder ? "/" : ""));
  }
  return [...names];
}
