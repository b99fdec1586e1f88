import { entriesInside, placeIn } from "./folder-entries.ts";
import { relativePath, type Grounds, type Place } from "./roots.ts";
import { variantKey } from "./variant-key.ts";

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
export async function findVariants(grounds: Grounds, missing: Place): Promise<readonly Place[]> {
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
