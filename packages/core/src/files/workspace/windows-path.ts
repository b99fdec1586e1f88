import { ReadError, type ReadErrorCode } from "../../contract/errors.ts";
import { showAsked } from "./safe-name.ts";

/**
 * Matches device names, which Windows finds in every folder, whatever follows a dot. Source: "Naming Files, Paths, and
 * Namespaces" in the Windows documentation, plus the console devices and the superscript digits.
 */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Matches the short names that Windows creates, such as `PROGRA~1`. */
const shortName = /^(?=[^.]{3,8}(?:\.|$))[^\s.~]{1,6}~[0-9]{1,6}(?:\.[^\s.]{0,3})?$/;

// oxlint-disable-next-line no-control-regex -- these are the characters that Windows forbids
const forbidden = /[<>"|?*\u0001-\u001f]/;

/**
 * Normalises a requested path on Windows, lexically. Removes the prefix of extended paths (`\\?\C:\…`), and trailing
 * dots and spaces of names, as Windows does. Refuses network and device paths, paths relative to the current folder of
 * a drive (`C:name`), alternate streams (`name:stream`), device names, short names, which could refer to a denied file,
 * and characters that no name can have. A path below a root as it was given may be on the network, and may have short
 * names up to the root.
 */
export function resolveWindowsPath(asked: string, roots: readonly string[]): string {
  const path = withoutExtendedPrefix(asked.replaceAll("/", "\\"), asked);
  const root = roots.map(plainRoot).find((each) => startsWithFolder(path, each));
  const prefix = root === undefined ? prefixOf(path, asked) : path.slice(0, root.length);
  const segments = path.slice(prefix.length).split("\\");
  const cleaned = segments.filter((segment) => segment !== "").map((segment) => cleanSegment(segment, asked));
  const separator = prefix === "" || prefix.endsWith("\\") ? "" : "\\";
  return prefix + separator + cleaned.join("\\") || ".";
}

function plainRoot(root: string): string {
  return root.replaceAll("/", "\\").replace(/^\\\\\?\\(?=[A-Za-z]:)/, "");
}

function startsWithFolder(path: string, folder: string): boolean {
  if (!path.toLowerCase().startsWith(folder.toLowerCase())) return false;
  return folder.endsWith("\\") || path.length === folder.length || path[folder.length] === "\\";
}

function withoutExtendedPrefix(path: string, asked: string): string {
  if (/^\\\\\?\\[A-Za-z]:\\/.test(path)) return path.slice(4);
  if (/^\\\\\?\\UNC\\/i.test(path)) return `\\\\${path.slice(8)}`;
  if (/^\\(?:\\[.?]|\?\?)(?:\\|$)/.test(path)) throw refusal("not-a-file", asked, "is a path of a device");
  return path;
}

/** Returns the part of a path before its names: `C:\`, `\` or an empty string. */
function prefixOf(path: string, asked: string): string {
  if (path.startsWith("\\\\")) throw refusal("outside-workspace", asked, "is a path on the network");
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  if (path[drive.length] === "\\") return `${drive}\\`;
  if (drive === "") return "";
  throw refusal("invalid-request", asked, "depends on the current folder of its drive, or is an alternate stream");
}

function cleanSegment(segment: string, asked: string): string {
  if (segment === "." || segment === "..") return segment;
  if (segment.includes(":")) throw refusal("invalid-request", asked, "names an alternate stream");
  const name = segment.replace(/[. ]+$/, "");
  if (name === "" || forbidden.test(name))
    throw refusal("invalid-request", asked, "contains a name that no file can have");
  if (deviceName.test(name)) throw refusal("not-a-file", asked, "names a device of Windows");
  if (shortName.test(name)) throw refusal("invalid-request", asked, "contains a short name");
  return name;
}

function refusal(code: ReadErrorCode, asked: string, problem: string): ReadError {
  return new ReadError(code, `${showAsked(asked)} ${problem}.`, {
    hint: "Give the full name of a file inside the workspace, relative to its root.",
  });
}
