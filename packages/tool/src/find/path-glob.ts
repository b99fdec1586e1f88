/** A glob over whole paths: wildcards by segment, and `**` for any number of folders. */
export interface PathGlob {
  /** Returns true if a path matches. It is relative, with POSIX slashes. */
  matches(path: string): boolean;
}

/**
 * Parses a glob in the syntax of ignore files: without a slash, except a trailing one, it is a name in any folder; any
 * other glob starts at the top. Drops a leading slash. `fold` ignores case.
 */
export function parsePathGlob(glob: string, fold: boolean): PathGlob {
  const names = glob.replace(/^\//, "").split("/");
  const [only = "", ...more] = names;
  if (more.length === 0 && !glob.startsWith("/") && only !== "**") {
    const name = parseWildcard(only, fold);
    return { matches: (path) => name.matches(path.slice(path.lastIndexOf("/") + 1)) };
  }
  const isAnchored = glob.startsWith("/") || more.length > 0;
  const segments = (isAnchored ? names : ["**", ...names]).map((name) =>
    name === "**" ? "folders" : parseWildcard(name, fold),
  );
  return { matches: (path) => matchSegments(segments, path.split("/")) };
}

/** As in a wildcard, only the last `**` needs to backtrack. At the end it matches at least one name. */
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

/** One element of a segment: any run of characters, or a test for one character. */
type Token = "run" | ((character: string) => boolean);

/**
 * A segment of a glob: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` to escape. Matched without regular expressions, in time
 * bounded by the product of both lengths, because ignore files are untrusted and could make a regular expression
 * backtrack forever.
 */
interface Wildcard {
  matches(name: string): boolean;
}

/** Parses a segment. `fold` ignores case. */
function parseWildcard(segment: string, fold: boolean): Wildcard {
  const folded = fold ? segment.toLowerCase() : segment;
  // Most ignore rules are plain names, and a walk compares each with every path.
  if (!/[*?[\\]/.test(folded)) return { matches: (name) => (fold ? name.toLowerCase() : name) === folded };
  const tokens = tokensOf(Array.from(folded));
  return { matches: (name) => matchTokens(tokens, Array.from(fold ? name.toLowerCase() : name)) };
}

/** True if tokens match characters. Only the last run needs to backtrack, one character at a time. */
function matchTokens(tokens: readonly Token[], characters: readonly string[]): boolean {
  let [token, at] = [0, 0];
  let [afterRun, from] = [-1, 0];
  while (at < characters.length) {
    const wanted = tokens[token];
    if (wanted === "run") {
      token += 1;
      [afterRun, from] = [token, at];
    } else if (wanted !== undefined && wanted(characters[at] ?? "")) {
      token += 1;
      at += 1;
    } else if (afterRun >= 0) {
      from += 1;
      [token, at] = [afterRun, from];
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "run");
}

function tokensOf(characters: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length;) {
    const { token, length } = tokenAt(characters, at);
    if (token !== "run" || tokens.at(-1) !== "run") tokens.push(token);
    at += length;
  }
  return tokens;
}

/** Returns the token at an offset, and its length in characters. */
function tokenAt(characters: readonly string[], at: number): { readonly token: Token; readonly length: number } {
  const character = characters[at] ?? "";
  const next = characters[at + 1];
  if (character === "*") return { token: "run", length: 1 };
  if (character === "?") return { token: () => true, length: 1 };
  if (character === "\\" && next !== undefined) return { token: literal(next), length: 2 };
  const close = character === "[" ? closeOf(characters, at) : -1;
  if (close < 0) return { token: literal(character), length: 1 };
  return { token: setOf(characters.slice(at + 1, close)), length: close - at + 1 };
}

function literal(wanted: string): Token {
  return (character) => character === wanted;
}

/** Returns where a set ends, or -1 if it does not. A bracket at its start is one of its characters. */
function closeOf(characters: readonly string[], open: number): number {
  const isNegated = characters[open + 1] === "!" || characters[open + 1] === "^";
  return characters.indexOf("]", open + (isNegated ? 3 : 2));
}

function setOf(characters: readonly string[]): Token {
  const isNegated = characters[0] === "!" || characters[0] === "^";
  const body = isNegated ? characters.slice(1) : characters;
  const ranges: (readonly [low: string, high: string])[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const low = body[at] ?? "";
    const high = body[at + 1] === "-" ? body[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    if (high !== undefined) at += 2;
  }
  return (character) => ranges.some(([low, high]) => character >= low && character <= high) !== isNegated;
}
