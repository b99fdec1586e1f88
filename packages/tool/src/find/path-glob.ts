import { parseWildcard, type Wildcard } from "./wildcard.ts";

/** A glob over whole paths: wildcards by segment, and `**` for any number of folders. */
export interface PathGlob {
  /** `path` is relative, with posix slashes. */
  matches(path: string): boolean;
}

/**
 * Parses a glob as ignore files have them: one without a slash, but for the last, is a name in any folder; any other
 * starts at the top. A leading slash is left out. `fold` makes capitals and small letters the same.
 */
export function parsePathGlob(glob: string, fold: boolean): PathGlob {
  const names = glob.replace(/^\//, "").split("/");
  const isAnchored = glob.startsWith("/") || names.length > 1;
  const segments = (isAnchored ? names : ["**", ...names]).map((name) =>
    name === "**" ? "folders" : parseWildcard(name, fold),
  );
  return { matches: (path) => matchSegments(segments, path.split("/")) };
}

/** As in a wildcard, only the last `**` need give back folders. At the end it stands for at least one name. */
function matchSegments(segments: readonly (Wildcard | "folders")[], path: readonly string[]): boolean {
  let [segment, at] = [0, 0];
  let [afterFolders, from] = [-1, 0];
  while (at < path.length) {
    const wanted = segments[segment];
    if (wanted === "folders" && segment === segments.length - 1) return true;
    if (wanted === "folders") {
      segment += 1;
      [afterFolders, from] = [segment, at];
    } else if (wanted?.matches(path[at] ?? "") === true) {
      segment += 1;
      at += 1;
    } else if (afterFolders >= 0) {
      from += 1;
      [segment, at] = [afterFolders, from];
    } else return false;
  }
  return segment === segments.length;
}
