import { sha256 } from "../contract/ids.ts";

/** Maximum length of a name on usual file systems, in bytes. */
const maxNameBytes = 255;

/** Characters that Windows does not allow in names. */
const forbidden = /[<>:"|?*\\]/g;

const encoder = new TextEncoder();

/**
 * Returns the path of a document's file in a tree that mirrors the sources. Two documents never get the same path, and no
 * file gets the path of a folder, because only files end with `extension`. Nothing leads out of the tree.
 */
export function mirrorPath(path: string, extension: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return names
    .map((name, at) => (at === names.length - 1 ? fileName(name, extension) : folderName(name, at, extension)))
    .join("/");
}

function fileName(name: string, extension: string): string {
  return shortened(safe(name), extension);
}

/** Names that a path would lose, and names that look like one of them after escaping. */
const oddName = /^%*\.{0,2}$/;

/**
 * Escapes the names of a path that is not one of a file system, such as the key `a//b`, so that two keys never get the same
 * path: `a/%/b`.
 */
function exactNames(path: string): string {
  return path
    .split("/")
    .map((name) => (oddName.test(name) ? `%${name}` : name))
    .join("/");
}

/** The same for an address, in a folder that no path of a file system gets, or for a key inside the only source. */
export function mirrorAddress(address: string, extension: string): string {
  const [, scheme, place = address] = /^(s3|gs|az):\/\/(.*)$/s.exec(address) ?? [];
  return `${scheme === undefined ? "" : `${scheme}/`}${mirrorPath(exactNames(place), extension)}`;
}

/** Names of the run itself, and of storages, at the top of the output folder. */
const ownNames = /^(?:_run|_SUCCESS|_summary\.json|failures\.jsonl|deleted\.jsonl|s3|gs|az)_*$/;

/** A folder whose name ends like a file, or is one of these, gets one more underscore. */
function folderName(name: string, at: number, extension: string): string {
  const base = shortened(safe(name), "");
  const isLikeFile = base.replace(/_+$/, "").endsWith(extension);
  const isLikeRun = at === 0 && ownNames.test(base);
  return isLikeFile || isLikeRun ? `${base}_` : base;
}

function safe(name: string): string {
  if (name === "..") return "_up";
  return process.platform === "win32" ? name.replace(forbidden, "_").replace(/[. ]+$/, "_") : name;
}

/** Shortens a name that is too long with an extension. Its hash keeps it different from others. */
function shortened(name: string, extension: string): string {
  const whole = `${name}${extension}`;
  if (encoder.encode(whole).length <= maxNameBytes) return whole;
  const end = `-${sha256(name).slice(0, 16)}${extension}`;
  let start = name;
  while (encoder.encode(`${start}${end}`).length > maxNameBytes) start = Array.from(start).slice(0, -1).join("");
  return `${start}${end}`;
}
