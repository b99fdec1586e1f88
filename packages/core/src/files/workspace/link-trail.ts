import { ReadError } from "../../contract/errors.ts";
import { named } from "../../render/quote.ts";
import { entryInside } from "./folder-entries.ts";
import { placeOf, relativePath, type Grounds, type Place } from "./roots.ts";
import { showAsked } from "./safe-name.ts";

/** Maximum number of links to follow before they count as a loop: `MAXSYMLINKS` of Linux. */
const maxLinks = 40;

/** The end of following the links of a place one by one. */
export type LinkTrail =
  /** The path exists. */
  | { readonly end: "found" }
  /** The path does not exist; `link` is the last link that was followed. */
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
  let link: LinkSeen | undefined;
  for (let links = 0; ;) {
    const [segment, ...rest] = pending;
    if (segment === undefined) return { end: "found" };
    const next: Place = { root: place.root, absolute: fileSystem.path.join(place.absolute, segment) };
    const entry = await entryInside(grounds, place, segment);
    if (entry === undefined) return link === undefined ? { end: "missing" } : { end: "missing", link };
    if (entry.kind === "symlink") {
      const { target } = entry;
      link = { path: relativePath(fileSystem, next), target };
      links += 1;
      if (links > maxLinks) return { end: "circle", link };
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
