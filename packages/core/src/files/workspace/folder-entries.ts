import type { DirectoryEntry } from "../file-system.ts";
import { placeOf, type Grounds, type Place } from "./roots.ts";
import { openDirectory, type CheckedDirectory } from "./safe-directory.ts";

/** Maximum number of entries to buffer until the folder they belong to is verified. Listing 100 000 takes 0.1 s. */
const maxEntries = 100_000;

/**
 * Returns up to 100 000 entries of a folder, to find names. Returns an empty list if the folder does not exist, may not
 * be listed, has links that lead out of the roots, or is replaced during the listing.
 */
export async function entriesInside(grounds: Grounds, folder: Place): Promise<readonly DirectoryEntry[]> {
  const learned = await fromDirectory(grounds, folder, async ({ handle }) => {
    const entries: DirectoryEntry[] = [];
    for await (const entry of handle.list()) {
      entries.push(entry);
      if (entries.length === maxEntries) break;
    }
    return entries;
  });
  return learned ?? [];
}

/**
 * Returns the state of one entry of a folder, and its target if it is a link. Returns `undefined` for the same reasons.
 */
export async function entryInside(grounds: Grounds, folder: Place, name: string): Promise<EntryInside | undefined> {
  return fromDirectory(grounds, folder, async ({ handle }) => {
    const { kind } = await handle.linkStat(name);
    return kind === "symlink" ? { kind, target: await handle.readLink(name) } : { kind };
  });
}

/** An entry as found in its folder. */
export type EntryInside =
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: Exclude<DirectoryEntry["kind"], "symlink"> };

/** Runs a function on one folder of the workspace. Returns `undefined` if that fails. */
async function fromDirectory<Learned>(
  grounds: Grounds,
  folder: Place,
  use: (directory: CheckedDirectory) => Promise<Learned>,
): Promise<Learned | undefined> {
  try {
    const realPath = await grounds.fileSystem.realPath(folder.absolute);
    const real = placeOf(grounds, realPath);
    if (real === undefined) return undefined;
    const directory = await openDirectory(grounds.fileSystem, { realPath, rootPath: real.root.real });
    if (directory === undefined) return undefined;
    try {
      const learned = await use(directory);
      return (await directory.isSteady()) ? learned : undefined;
    } finally {
      await directory.handle.close();
    }
  } catch {
    // A folder that cannot be listed yields no suggestions; the original missing file is reported.
    return undefined;
  }
}

/** Returns an entry of a folder as a place. */
export function placeIn(grounds: Grounds, folder: Place, name: string): Place {
  return { root: folder.root, absolute: grounds.fileSystem.path.join(folder.absolute, name) };
}
