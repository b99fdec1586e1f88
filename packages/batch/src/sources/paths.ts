import type { FileSystem } from "@reader/core";

/** Normalises a typed path: with POSIX slashes, without `.` and double slashes, `.` for the working directory. */
export function normalPath({ platform }: Pick<FileSystem, "platform">, typed: string): string {
  const slashed = platform === "win32" ? typed.replaceAll("\\", "/") : typed;
  const start = /^(?:[A-Za-z]:)?\//.exec(slashed)?.[0] ?? "";
  const normal = `${start}${resolved(slashed.slice(start.length).split("/"), start !== "").join("/")}`;
  return normal === "" ? "." : normal;
}

/** Applies `.` and `..` to the names before them. Above the root, there is only the root. */
function resolved(names: readonly string[], isAbsolute: boolean): readonly string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === "" || name === ".") continue;
    const hasParent = kept.length > 0 && kept.at(-1) !== "..";
    if (name !== "..") kept.push(name);
    else if (hasParent) kept.pop();
    else if (!isAbsolute) kept.push(name);
  }
  return kept;
}

/** Joins a folder as typed and a path inside it. */
export function joinPath(folder: string, inner: string): string {
  if (folder === ".") return inner;
  return folder.endsWith("/") ? `${folder}${inner}` : `${folder}/${inner}`;
}
