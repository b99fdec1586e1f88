import { ReadError } from "../../contract/errors.ts";
import { named } from "../../render/quote.ts";
import { explain, locate } from "./locate.ts";
import type { LocatedFile } from "./roots.ts";
import { findVariants } from "./name-variants.ts";
import { relativePath, type Grounds, type Place } from "./roots.ts";
import { showAsked, spellName } from "./safe-name.ts";
import { suggestNames } from "./suggestions.ts";

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
