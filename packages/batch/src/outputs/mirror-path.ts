import { sha256 } from "../contract/ids.ts";
import { KeyIndex } from "../files/key-index.ts";

/** Maximum length of a name on usual file systems, in bytes. */
const maxNameBytes = 255;

/** Characters that Windows does not allow in names. */
// oxlint-disable-next-line no-control-regex -- Windows forbids control characters.
const forbidden = /[\u0000-\u001f<>:"|?*\\]/g;

/** Names of devices on Windows, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const encoder = new TextEncoder();

/**
 * Creates the function that returns the file of a document in a tree that mirrors the sources. Documents whose files some
 * file system takes for the same one, such as those of `a.txt` and `A.txt`, get a hash of their paths in their names: all of
 * them, so that a document keeps its name whatever was listed before it. `paths` are all documents, `pathOf` returns the path
 * of a document in the tree.
 */
export async function mirrorNames(
  paths: AsyncIterable<string>,
  pathOf: (path: string, mark?: string) => string,
): Promise<(path: string) => string> {
  const [known, shared] = [new KeyIndex(), new KeyIndex()];
  for await (const path of paths) {
    const key = folded(pathOf(path));
    if (!known.add(key, 0)) shared.add(key, 0);
  }
  return (path) => {
    const plain = pathOf(path);
    const isTaken = looksMarked.test(path) || (shared.size > 0 && shared.get(folded(plain)) !== undefined);
    return isTaken ? pathOf(path, `-${sha256(path).slice(0, markDigits)}`) : plain;
  };
}

const markDigits = 16;

/** A name that ends like one with a hash gets one too, so that no document can have the name of another. */
const looksMarked = /-[0-9a-f]{16}$/i;

/** Two names with the same result are the same one on some file systems: those of macOS and Windows ignore case. */
function folded(name: string): string {
  return name.normalize("NFD").toUpperCase().toLowerCase().normalize("NFD");
}

/**
 * Returns the path of a document's file in a tree that mirrors the sources, with `mark` before its extension. No file gets
 * the path of a folder, because only files end with `extension`. Nothing leads out of the tree.
 */
export function mirrorPath(path: string, extension: string, mark = ""): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return names
    .map((name, at) =>
      at === names.length - 1 ? shortened(safe(name), `${mark}${extension}`) : folderName(name, at, extension),
    )
    .join("/");
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
export function mirrorAddress(address: string, extension: string, mark = ""): string {
  const [, scheme, place = address] = /^(s3|gs|az):\/\/(.*)$/s.exec(address) ?? [];
  return `${scheme === undefined ? "" : `${scheme}/`}${mirrorPath(exactNames(place), extension, mark)}`;
}

/** Names of the run itself, and of storages, at the top of the output folder. */
const ownNames = /^(?:_run|_success|_summary\.json|failures\.jsonl|deleted\.jsonl|s3|gs|az)_*$/;

/** A folder whose name ends like a file, or is one of these, gets one more underscore. */
function folderName(name: string, at: number, extension: string): string {
  const base = shortened(safe(name), "");
  const isLikeFile = folded(base).replace(/_+$/, "").endsWith(extension);
  const isLikeRun = at === 0 && ownNames.test(folded(base));
  return isLikeFile || isLikeRun ? `${base}_` : base;
}

function safe(name: string): string {
  if (name === "..") return "_up";
  if (process.platform !== "win32") return name;
  return name
    .replace(forbidden, "_")
    .replace(/[. ]+$/, "_")
    .replace(deviceName, "$&_");
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
