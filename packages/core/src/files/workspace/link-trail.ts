import { ReadError } from "../../contract/errors.ts";
import { named } from "../../render/quote.ts";
import { placeOf, relativePath, type Grounds, type Place } from "./roots.ts";
import { showAsked } from "./safe-name.ts";
import type { DirectoryEntry } from "../file-system.ts";
import { type CheckedDirectory, openDirectory } from "./safe-directory.ts";

/** Maximum number of links to follow before they count as a loop: `MAXSYMLINKS` of Linux. */
const maxLinks = 40;

/** The end of following the links of a place one by one. */
export type LinkTrail =
  /** The path exists. */
  | { readonly end: "found" }
  /** The path does not exist; `link` is the last link whose target does not. */
  | { readonly end: "missing"; readonly link?: LinkSeen }
  /** The path continues after `file`, which is not a folder. */
  | { readonly end: "not-a-folder"; readonly file: string }
  | { readonly end: "outside"; readonly link: LinkSeen }
  | { readonly end: "circle"; readonly link: LinkSeen };

/** A link relative to its root, and its target as written. Both are exact. */
interface LinkSeen {
  readonly path: string;
  readonly target: string;
}

/**
 * Follows the links of a place one by one, lexically, without ever accessing a path outside the roots. It makes several
 * calls for each segment, so it is only used to explain a failure of `realPath`.
 */
export async function followLinks(grounds: Grounds, start: Place): Promise<LinkTrail> {
  const { fileSystem } = grounds;
  let place: Place = { root: start.root, absolute: start.root.real };
  let pending = segmentsOf(grounds, start);
  const followed: FollowedLink[] = [];
  for (;;) {
    const [segment, ...rest] = pending;
    if (segment === undefined) return { end: "found" };
    const next: Place = { root: place.root, absolute: fileSystem.path.join(place.absolute, segment) };
    const entry = await entryInside(grounds, place, segment);
    if (entry === undefined) return missing(followed, pending.length);
    if (entry.kind === "symlink") {
      const { target } = entry;
      const link = { path: relativePath(fileSystem, next), target };
      followed.push({ link, segmentsAfter: rest.length });
      if (followed.length > maxLinks) return { end: "circle", link };
      const folder = fileSystem.path.dirname(next.absolute);
      const led = placeOf(grounds, fileSystem.path.resolve(folder, target));
      if (led === undefined) return { end: "outside", link };
      place = { root: led.root, absolute: led.root.real };
      pending = [...segmentsOf(grounds, led), ...rest];
    } else {
      if (entry.kind !== "directory" && rest.length > 0) {
        return { end: "not-a-folder", file: relativePath(fileSystem, next) };
      }
      place = next;
      pending = rest;
    }
  }
}

interface FollowedLink {
  readonly link: LinkSeen;
  /** The number of segments of the path that come after the link. */
  readonly segmentsAfter: number;
}

/** A segment after a link may be missing in a folder to which that link leads. */
function missing(followed: readonly FollowedLink[], segmentsLeft: number): LinkTrail {
  const link = followed.findLast(({ segmentsAfter }) => segmentsLeft > segmentsAfter)?.link;
  return link === undefined ? { end: "missing" } : { end: "missing", link };
}

function segmentsOf(grounds: Grounds, place: Place): readonly string[] {
  const path = relativePath(grounds.fileSystem, place);
  return path === "." ? [] : path.split("/");
}

/** Returns the error that a trail explains, or `undefined` if it ends at a file or at nothing. */
export function linkError(trail: LinkTrail, shown: string): ReadError | undefined {
  switch (trail.end) {
    case "found":
      return undefined;
    case "missing":
      return trail.link === undefined ? undefined : dangling(shown, trail.link);
    case "not-a-folder": {
      const file = named(trail.file);
      return new ReadError("not-found", `${shown} does not exist: ${file} is a file, not a folder.`, {
        hint: `Read ${file} itself.`,
        details: { candidates: [file] },
      });
    }
    case "outside":
      return new ReadError("outside-workspace", `${shown} leads out of the workspace: ${wordsOf(trail.link)}.`, {
        hint: "Read a file inside the workspace.",
        details: { target: showAsked(trail.link.target) },
      });
    case "circle":
      return new ReadError("not-found", `${shown} leads nowhere: its symbolic links form a loop.`, {
        hint: "Read the file by a name that is not a link.",
        details: { target: showAsked(trail.link.target), systemCode: "ELOOP" },
      });
  }
}

function dangling(shown: string, link: LinkSeen): ReadError {
  return new ReadError("not-found", `${shown} leads nowhere: ${wordsOf(link)}, which does not exist.`, {
    hint: "Read the file that the link was meant for, under its present name.",
    details: { target: showAsked(link.target) },
  });
}

function wordsOf(link: LinkSeen): string {
  return `the symbolic link ${named(link.path)} points to ${showAsked(link.target)}`;
}

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
async function entryInside(grounds: Grounds, folder: Place, name: string): Promise<EntryInside | undefined> {
  return fromDirectory(grounds, folder, async ({ handle }) => {
    const { kind } = await handle.linkStat(name);
    return kind === "symlink" ? { kind, target: await handle.readLink(name) } : { kind };
  });
}

/** An entry as found in its folder. */
type EntryInside =
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
