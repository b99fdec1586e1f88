import type { DirectoryEntry } from "../file-system.ts";
import { placeOf, type Grounds, type Place } from "./roots.ts";
import { openDirectory, type CheckedDirectory } from "./safe-directory.ts";

/** Entries that are held until it is sure whose they are: 100 000 take 0.1 s. */
const maxEntries = 100_000;

/**
 * The entries of a folder, for finding names, 100 000 at most: none if there is no folder, if it may not be listed, if its
 * links lead out of the roots, or if its path is made to lead elsewhere meanwhile.
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

/** The state of one entry of a folder, and where it leads if it is a link; undefined for the reasons above. */
export async function entryInside(grounds: Grounds, folder: Place, name: string): Promise<EntryInside | undefined> {
  return fromDirectory(grounds, folder, async ({ handle }) => {
    const { kind } = await handle.linkStat(name);
    return kind === "symlink" ? { kind, target: await handle.readLink(name) } : { kind };
  });
}

/** An entry of a folder as it is found there. */
export type EntryInside =
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: Exclude<DirectoryEntry["kind"], "symlink"> };

/** What is learned from one folder of the workspace; undefined if anything stops that. */
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
    // A folder that cannot be listed offers no names; the miss itself is what is reported.
    return undefined;
  }
}

/** The entry of a folder as a place. */
export function placeIn(grounds: Grounds, folder: Place, name: string): Place {
  return { root: folder.root, absolute: grounds.fileSystem.path.join(folder.absolute, name) };
}
