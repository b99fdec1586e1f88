import { parsePathGlob } from "./path-glob.ts";

/** Globs of one filter, with all of their alternatives. */
const maxGlobs = 64;

/**
 * The filter that `files` of a find asks for: globs between commas, each with alternatives in braces (`*.{ts,tsx}`), a
 * `!` before one that is to be left out. Capitals and small letters are the same. A file passes by its path from the
 * searched folder or from the root.
 */
export function fileFilter(text: string): (paths: readonly string[]) => boolean {
  const globs = expandBraces(
    text
      .split(/,(?![^{]*\})/)
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  );
  const parse = (glob: string) => parsePathGlob(glob.replace(/^!/, "").replace(/^\.\//, ""), true);
  const wanted = globs.filter((glob) => !glob.startsWith("!")).map(parse);
  const refused = globs.filter((glob) => glob.startsWith("!")).map(parse);
  return (paths) => {
    const passes = wanted.length === 0 || wanted.some((glob) => paths.some((path) => glob.matches(path)));
    return passes && !refused.some((glob) => paths.some((path) => glob.matches(path)));
  };
}

function expandBraces(globs: readonly string[]): readonly string[] {
  const expanded = globs.flatMap((glob) => {
    const [whole, before = "", body = "", behind = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
    return whole === undefined ? [glob] : body.split(",").map((each) => `${before}${each}${behind}`);
  });
  return expanded.length === globs.length || expanded.length > maxGlobs ? globs : expandBraces(expanded);
}
