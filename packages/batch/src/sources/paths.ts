import type { FileSystem } from "@reader/core";

/** Normalises a typed path: with POSIX slashes, without `.` and double slashes, `.` for the working directory. */
export function normalPath({ platform }: Pick<FileSystem, "platform">, typed: string): string {
  const slashed = platform === "win32" ? typed.replaceAll("\\", "/") : typed;
  const start = /^(?:[A-Za-z]:)?\//.exec(slashed)?.[0] ?? "";
  const names: string[] = [];
  for (const name of slashed.slice(start.length).split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== ".." || start === "") names.push(name);
  }
  const normal = `${start}${names.join("/")}`;
  return normal === "" ? "." : normal;
}

/** Joins a folder as typed and a path inside it. */
export function joinPath(folder: string, inner: string): string {
  if (folder === ".") return inner;
  return folder.endsWith("/") ? `${folder}${inner}` : `${folder}/${inner}`;
}
