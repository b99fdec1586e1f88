/**
 * Returns true if a glob matches the end of a path: `*.key` matches that name in any folder, `.aws/credentials` matches
 * that file in any folder called `.aws`. A glob that starts with `/` matches the whole path. `*` matches any characters
 * of a segment, `**` any number of segments; all other characters are literal. Globs and path are in lower case, and
 * the path is split at its slashes. Implemented without regular expressions: compiling those of the default policy
 * would add 3 ms to every start of a program.
 */
export type GlobMatcher = (path: readonly string[]) => boolean;

/** Compiles globs to match many paths. */
export function createGlobMatcher(globs: readonly string[]): GlobMatcher {
  const named = new Map<string, Glob[]>();
  const patterns: Glob[] = [];
  for (const each of globs.map(parseGlob)) {
    const { start, end } = each.segment;
    if (end === undefined) named.set(start, [...(named.get(start) ?? []), each]);
    else patterns.push(each);
  }
  return (path) => {
    const name = path.at(-1) ?? "";
    const isInFolders = ({ folders }: Glob): boolean => folders === undefined || matchesFolders(folders, path);
    if (named.get(name)?.some(isInFolders) === true) return true;
    return patterns.some((glob) => matchesSegment(glob.segment, name) && isInFolders(glob));
  };
}

interface Glob {
  /** Matches the last segment. */
  readonly segment: Segment;
  /** Matches the folders that contain it. Absent if any folders match. */
  readonly folders: Folders | undefined;
}

/** Segments of folders; `undefined` represents `**`. */
type Folders = readonly (Segment | undefined)[];

/** Parses a glob. If it starts with `/`, its first folder is empty, as in an absolute path. */
function parseGlob(glob: string): Glob {
  const segments = glob.split("/");
  const segment = parseSegment(segments.pop() ?? "");
  if (segments.length === 0) return { segment, folders: undefined };
  const folders = segments[0] === "" ? segments : ["**", ...segments];
  return { segment, folders: folders.map((each) => (each === "**" ? undefined : parseSegment(each))) };
}

/** A segment of a glob, split at its stars. */
interface Segment {
  readonly start: string;
  readonly middle: readonly string[];
  /** Absent if the segment has no star. */
  readonly end: string | undefined;
}

function parseSegment(pattern: string): Segment {
  const [start = "", ...literals] = pattern.split("*");
  const end = literals.pop();
  return { start, middle: literals, end };
}

function matchesSegment({ start, middle, end }: Segment, name: string): boolean {
  if (end === undefined) return start === name;
  if (!name.startsWith(start) || !name.endsWith(end)) return false;
  // Matching each literal at its first occurrence leaves the most text for the following ones.
  let from = start.length;
  for (const literal of middle) {
    const at = name.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return name.length - end.length >= from;
}

/** True if the folders of a path match those of a glob. */
function matchesFolders(folders: Folders, path: readonly string[]): boolean {
  return matchesFrom({ folders, path }, 0, 0);
}

interface FolderMatch {
  readonly folders: Folders;
  /** The folders and a file name after them. */
  readonly path: readonly string[];
}

function matchesFrom(match: FolderMatch, at: number, pathAt: number): boolean {
  const { folders, path } = match;
  const last = path.length - 1;
  if (at === folders.length) return pathAt === last;
  const wanted = folders[at];
  const folder = path[pathAt];
  if (wanted === undefined) {
    for (let rest = pathAt; rest <= last; rest += 1) if (matchesFrom(match, at + 1, rest)) return true;
    return false;
  }
  if (pathAt === last || folder === undefined) return false;
  return matchesSegment(wanted, folder) && matchesFrom(match, at + 1, pathAt + 1);
}
