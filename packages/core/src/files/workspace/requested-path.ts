import { ReadError } from "../../contract/errors.ts";
import { expandHome, placeOf, type Grounds, type Place } from "./roots.ts";
import { showAsked } from "./safe-name.ts";

/** The longest paths that the systems take: `PATH_MAX` of Linux in bytes, extended-length paths of Windows. */
const maxPathLength = { posix: 4096, win32: 32_767 };

/**
 * The places that a path of a request can mean, by words alone: no call to the file system is made. An absolute path
 * (`/…`, `~/…`, `file://…`) means one; a relative one starts at each root in turn. Throws `invalid-request` for what
 * is no path, and `outside-workspace` where no root holds it.
 */
export async function requestedPlaces(grounds: Grounds, asked: string): Promise<readonly Place[]> {
  const { fileSystem, roots } = grounds;
  checkShape(asked, maxPathLength[fileSystem.platform]);
  const path = expandHome(fromFileUrl(asked, fileSystem.platform), fileSystem);
  const wanted = fileSystem.platform === "win32" ? await onWindows(grounds, path) : path;
  const starts = fileSystem.path.isAbsolute(wanted) ? roots.slice(0, 1) : roots;
  const places = new Map<string, Place>();
  for (const { real } of starts) {
    const place = placeOf(grounds, fileSystem.path.resolve(real, wanted));
    if (place !== undefined && !places.has(place.absolute)) places.set(place.absolute, place);
  }
  if (places.size === 0) throw outside(asked);
  return [...places.values()];
}

function checkShape(asked: string, maxLength: number): void {
  if (asked.trim() === "") throw invalid("The path is empty.", "Give the path of a file.");
  if (asked.includes("\0")) {
    throw invalid(`${showAsked(asked)} holds a NUL character, which no path can.`, "Give the path without it.");
  }
  // The class of Unicode is only compiled for a path that may need it: that takes 0.3 ms.
  if (/[\ud800-\udfff]/.test(asked) && /\p{Cs}/u.test(asked)) {
    throw invalid(`${showAsked(asked)} holds half a character.`, "Give the path in well-formed Unicode.");
  }
  if (isUrl(asked)) {
    throw invalid(
      `${showAsked(asked)} is a URL, and only files are read.`,
      "Fetch it into a file first, and read that.",
    );
  }
  if (asked.length > maxLength) {
    const problem = `${showAsked(asked)} is a path of ${asked.length} characters, and ${maxLength} are possible.`;
    throw invalid(problem, "Give the path of an existing file.");
  }
}

/** The colon first, because a pattern that disregards case takes 0.2 ms to compile. */
function isUrl(asked: string): boolean {
  return asked.includes(":") && /^(?:https?|ftp|s3|gs):\/\/|^data:[\w.+-]+\/[\w.+-]+[;,]/i.test(asked);
}

function fromFileUrl(asked: string, platform: "posix" | "win32"): string {
  if (!/^[Ff][Ii][Ll][Ee]:\/\//.test(asked)) return asked;
  const bad = (problem: string): ReadError =>
    invalid(`${showAsked(asked)} ${problem}.`, "Give the path itself instead of a URL.");
  const [, host = "", encoded = ""] = /^file:\/\/([^/]*)([^?#]*)/i.exec(asked) ?? [];
  if (host !== "" && host.toLowerCase() !== "localhost") throw bad("is a URL of another machine");
  if (/%(?:2f|5c|00)/i.test(encoded)) throw bad("hides a slash or a NUL in an escape");
  const path = decoded(encoded);
  if (path === undefined) throw bad("is not a well-formed URL");
  return platform === "win32" ? path.replace(/^\/(?=[A-Za-z]:)/, "") : path;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

async function onWindows(grounds: Grounds, path: string): Promise<string> {
  const { resolveWindowsPath } = await import("./windows-path.ts");
  const roots = grounds.roots.flatMap(({ spelled, real }) => [spelled, real]);
  return resolveWindowsPath(path, roots);
}

function invalid(message: string, hint: string): ReadError {
  return new ReadError("invalid-request", message, { hint });
}

function outside(asked: string): ReadError {
  return new ReadError("outside-workspace", `${showAsked(asked)} is outside the workspace.`, {
    hint: "Give a path inside the workspace, relative to its root.",
  });
}
