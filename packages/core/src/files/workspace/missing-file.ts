import { ReadError } from "../../contract/errors.ts";
import { named } from "../../render/quote.ts";
import { entriesInside, placeIn } from "./link-trail.ts";
import { explain, locate, mayBeNamed } from "./locate.ts";
import { nameDistance, stemDistance, variantKey } from "./name-distance.ts";
import { type Grounds, type LocatedFile, type Place, placeOf, relativePath } from "./roots.ts";
import { showAsked, spellName } from "./safe-name.ts";

/**
 * Finds the single file whose name looks like that of a place where nothing exists. Otherwise rejects with `not-found`
 * and lists the candidates if several look alike, the problem with a link on the way, or the nearest names.
 */
export async function findLookalike(grounds: Grounds, missing: readonly Place[]): Promise<LocatedFile> {
  const located = await locateVariants(grounds, missing);
  const [first] = located;
  if (first !== undefined && located.every(({ realPath }) => realPath === first.realPath)) return first;
  const shown = showAsked(shownPath(grounds, missing));
  if (first !== undefined) throw ambiguous(shown, located);
  for (const place of missing) {
    const fault = await explain(grounds, place, shown);
    if (fault !== undefined) throw fault;
  }
  throw notFound(shown, await suggestNames(grounds, missing));
}

async function locateVariants(grounds: Grounds, missing: readonly Place[]): Promise<readonly LocatedFile[]> {
  const faults: unknown[] = [];
  const found: LocatedFile[] = [];
  for (const place of missing) {
    const asked = relativePath(grounds.fileSystem, place);
    for (const variant of await findVariants(grounds, place)) {
      const located = await locate(grounds, variant).catch((fault: unknown) => void faults.push(fault));
      if (located !== undefined) found.push({ ...located, variant: { asked, used: located.relativePath } });
    }
  }
  // If the only look-alike may not be read, the reason says more than that the file does not exist.
  if (found.length === 0 && faults.length > 0) throw faults[0];
  return found;
}

function shownPath(grounds: Grounds, missing: readonly Place[]): string {
  const [first] = missing;
  return first === undefined ? "." : relativePath(grounds.fileSystem, first);
}

function ambiguous(shown: string, located: readonly LocatedFile[]): ReadError {
  const candidates = located.map((file) => file.relativePath);
  return new ReadError("not-found", `${shown} does not exist, and ${candidates.length} names look like it.`, {
    hint: `Give the exact name: ${choice(candidates.map(spellName))}.`,
    details: { candidates },
  });
}

function notFound(shown: string, candidates: readonly string[]): ReadError {
  if (candidates.length === 0) {
    return new ReadError("not-found", `${shown} does not exist.`, {
      hint: "List the folder that it should be in, starting at the root of the workspace.",
    });
  }
  const meant = linesAfterName(shown, candidates) ?? choice(candidates.map((name) => named(name)));
  return new ReadError("not-found", `${shown} does not exist.`, {
    hint: `Read ${meant} if that is what was meant.`,
    details: { candidates },
  });
}

/** A name with lines, as compilers and citations write it: `a.ts:12`, `a.ts:12-20`, `a.ts:12:5`, `a.ts#L12-L20`. */
const nameWithLines = /^(.+?)(?::(\d{1,15})(?:-(\d{1,15})|:\d{1,15})?|#L(\d{1,15})(?:-L?(\d{1,15}))?)$/;

/** Returns the existing file and the field for the lines that were written after its name. */
function linesAfterName(shown: string, candidates: readonly string[]): string | undefined {
  const [, name = "", first, last, firstAfterHash, lastAfterHash] = nameWithLines.exec(shown) ?? [];
  const from = first ?? firstAfterHash;
  if (from === undefined || !candidates.includes(name)) return undefined;
  return `${named(name)} with \`lines\` "${from}-${last ?? lastAfterHash ?? from}"`;
}

/** Formats names as `a`, `a or b` or `a, b or c`. */
function choice(names: readonly string[]): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
}

/** Maximum number of look-alikes to resolve. A person or model could not tell more of them apart anyway. */
const maxPlaces = 16;

/** True if other names can look like this one. Plain ASCII without spaces and quotes has no look-alikes. */
export function canHaveVariants(name: string): boolean {
  return /[^\x21\x23-\x26\x28-\x7e]/u.test(name);
}

/**
 * Returns the places whose every segment looks like that of a missing place, including the exact segments. They may not
 * exist: only segments that can have look-alikes were looked up.
 */
async function findVariants(grounds: Grounds, missing: Place): Promise<readonly Place[]> {
  const segments = relativePath(grounds.fileSystem, missing).split("/");
  if (!segments.some(canHaveVariants)) return [];
  let places: readonly Place[] = [{ root: missing.root, absolute: missing.root.real }];
  for (const segment of segments) {
    const found = await Promise.all(places.map((folder) => lookalikes(grounds, folder, segment)));
    places = found.flat().slice(0, maxPlaces);
  }
  return places;
}

async function lookalikes(grounds: Grounds, folder: Place, segment: string): Promise<readonly Place[]> {
  if (!canHaveVariants(segment)) return [placeIn(grounds, folder, segment)];
  const key = variantKey(segment);
  const entries = await entriesInside(grounds, folder);
  const names = entries.map(({ name }) => name).filter((name) => variantKey(name) === key);
  return names.toSorted().map((name) => placeIn(grounds, folder, name));
}

/** Limits of the search for suggestions. */
export interface SuggestionLimits {
  readonly maxFolders: number;
  readonly maxEntries: number;
  readonly maxMilliseconds: number;
  readonly maxSuggestions: number;
  /** Returns a monotonic time in milliseconds. */
  readonly clock: () => number;
}

/** Enough for a project of some thousand files, and short enough not to be noticed. */
const defaultSuggestionLimits: SuggestionLimits = {
  maxFolders: 1000,
  maxEntries: 50_000,
  maxMilliseconds: 150,
  maxSuggestions: 5,
  clock: () => performance.now(),
};

/** Folders of copies and caches, which rarely contain the requested file. */
const skippedFolders = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".cache"]);

interface Candidate {
  readonly place: Place;
  readonly isFolder: boolean;
  /** Lower is nearer. */
  readonly distance: number;
}

/**
 * Returns the names inside the roots that are nearest to missing places: similar names in the requested folder, and the
 * same name in other folders. They are sorted by distance and relative to their roots; folders end with a slash. Never
 * includes names that lead outside or that the policy denies.
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
  /** Returns true if one more entry may be examined. */
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
      // Reading the clock costs more than examining a name.
      return entries <= limits.maxEntries && (entries % 64 !== 0 || limits.clock() < end);
    },
    folder() {
      folders += 1;
      return folders <= limits.maxFolders && limits.clock() < end;
    },
  };
}

/** Returns the same path with the slashes of this system. */
function withSlashes(grounds: Grounds, missing: Place): readonly Candidate[] {
  const absolute = missing.absolute.replaceAll("\\", "/");
  if (grounds.fileSystem.platform === "win32" || absolute === missing.absolute) return [];
  const place = placeOf(grounds, grounds.fileSystem.path.resolve(absolute));
  return place === undefined ? [] : [{ place, isFolder: false, distance: 0 }];
}

/** Returns similar names for the first missing segment. The segments after it are used as they are. */
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

/**
 * Returns paths of the same name, or with another extension, in other folders of the root. The shallowest come first.
 */
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

/** Returns how many trailing segments two places have in common. */
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
  // Some candidates may be denied or lead nowhere, so up to four times the limit are checked; more would not be worth
  // the calls.
  for (const { place, isFolder } of ranked.slice(0, maxSuggestions * 4)) {
    if (names.size === maxSuggestions) break;
    if (!(await mayBeNamed(grounds, place))) continue;
    names.add(relativePath(grounds.fileSystem, place) + (isFolder ? "/" : ""));
  }
  return [...names];
}
