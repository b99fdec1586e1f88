import type { DirectoryEntry } from "../source/file-system.ts";
import { placeOf, type Grounds, type Place } from "./roots.ts";

/**
 * The entries of a folder, for finding names: none where there is no folder, where it may not be listed, or where its
 * links lead out of the roots.
 */
export async function* entriesInside(grounds: Grounds, folder: Place): AsyncGenerator<DirectoryEntry> {
  try {
    const realPath = await grounds.fileSystem.realPath(folder.absolute);
    if (placeOf(grounds, realPath) === undefined) return;
    yield* grounds.fileSystem.list(realPath);
  } catch {
    // A folder that cannot be listed offers no names; the miss itself is what gets told.
  }
}

/** The entry of a folder as a place. */
export function placeIn(grounds: Grounds, folder: Place, name: string): Place {
  return { root: folder.root, absolute: grounds.fileSystem.path.join(folder.absolute, name) };
}
