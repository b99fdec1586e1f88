import { ReadError } from "../../contract/errors.ts";
import { named } from "../../render/quote.ts";
import { entriesInside, placeIn } from "./folder-entries.ts";
import { explain, locate } from "./locate.ts";
import { type Grounds, type LocatedFile, type Place, relativePath } from "./roots.ts";
import { showAsked, spellName } from "./safe-name.ts";
import { suggestNames } from "./suggestions.ts";
import { variantKey } from "./variant-key.ts";

/**
 * Finds the one file whose name looks like that of places where nothing is. Rejects with `not-found`: naming the
 * candidates where several look alike, what is wrong with a link on the way, or the nearest names.
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
  // The only look-alike may not be read, and why is more than that it does not exist.
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
  return new ReadError("not-found", `${shown} does not exist.`, {
    hint: `Read ${choice(candidates.map((name) => named(name)))} if that is what was meant.`,
    details: { candidates },
  });
}

/** `a`, `a or b`, `a, b or c`. */
function choice(names: readonly string[]): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
}

/** Look-alikes that are followed at once; more are never told apart by a reader anyway. */
const maxPlaces = 16;

/** Whether other names can look like this one: plain ASCII without spaces and quotes has no look-alikes. */
export function canHaveVariants(name: string): boolean {
  return /[^\x21\x23-\x26\x28-\x7e]/u.test(name);
}

/**
 * The places whose every segment looks like that of a place that does not exist, the exact segments among them. They
 * may lead nowhere yet: only segments that can have look-alikes were looked up.
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
