/**
 * Whether one of some globs matches the end of a path: `*.key` is that name in any folder, `.aws/credentials` that file
 * in any folder called `.aws`; a glob that starts with `/` matches the whole path. `*` stands for any characters of a
 * segment and `**` for any number of segments; every other character stands for itself. Both are in lower case, the
 * path split at its slashes. Written without regular expressions, because compiling those of the default policy would
 * cost every start of a program 3 ms.
 */
export function matchesAnyGlob(globs: readonly string[], path: readonly string[]): boolean {
  const name = path.at(-1) ?? "";
  return globs.some((glob) => {
    const slash = glob.lastIndexOf("/");
    if (slash < 0) return matchesSegment(glob, name);
    return matchesSegment(glob.slice(slash + 1), name) && matchesFolders(glob.slice(0, slash), path.slice(0, -1));
  });
}

function matchesSegment(pattern: string, segment: string): boolean {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === segment;
  for (let at = 0; at < star; at += 1) if (pattern.charCodeAt(at) !== segment.charCodeAt(at)) return false;
  const literals = pattern.slice(star + 1).split("*");
  const ending = literals.pop() ?? "";
  // Each literal at the first place where it fits leaves the most for those behind it.
  let from = star;
  for (const literal of literals) {
    const at = segment.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return segment.length - ending.length >= from && segment.endsWith(ending);
}

/** Whether folders end with those of a glob; a glob that starts with `/` has an empty first folder, as the path has. */
function matchesFolders(glob: string, folders: readonly string[]): boolean {
  const wanted = glob.split("/");
  return matchesFrom(wanted[0] === "" ? wanted : ["**", ...wanted], folders);
}

function matchesFrom(wanted: readonly string[], folders: readonly string[]): boolean {
  const [first, ...rest] = wanted;
  if (first === undefined) return folders.length === 0;
  if (first === "**") return folders.some((_, at) => matchesFrom(rest, folders.slice(at))) || matchesFrom(rest, []);
  const [folder, ...behind] = folders;
  return folder !== undefined && matchesSegment(first, folder) && matchesFrom(rest, behind);
}
