import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { type ByteView, type CompoundFile, viewOf } from "@reader/office-kit/compound";
import { equationIn, wrappedFile } from "@reader/office-kit/embedded";
import { decoderOf } from "@reader/office-kit/encodings";

/** Files that are embedded in a document. */
export interface EmbeddedObjects {
  readonly files: readonly EmbeddedFile[];
  /** Names by which files are selected, keyed by object number. */
  readonly names: ReadonlyMap<number, string>;
  /** The formulas of Equation Editor and MathType as LaTeX, keyed by object number; empty if they are unreadable. */
  readonly equations: ReadonlyMap<number, string>;
}

/** A stream in the storage of an object, which is named after the object's number ([MS-DOC], 2.1.4). */
const objectPath = /^ObjectPool\/_(\d+)\/[^/]+$/i;

/** Maximum number of embedded files that are listed. */
const maxFiles = 500;

/** Finds the embedded files and formulas of a document. Other objects are skipped. */
export function findEmbeddedObjects(file: CompoundFile): EmbeddedObjects {
  const files: EmbeddedFile[] = [];
  const names = new Map<number, string>();
  const equations = new Map<number, string>();
  const uniqueName = createFileNames();
  for (const number of objectNumbers(file)) {
    const folder = `ObjectPool/_${number}`;
    const storage = (stream: string): Uint8Array | undefined => file.stream(`${folder}/${stream}`);
    const equation = equationIn(storage);
    if (equation !== undefined) equations.set(number, equation);
    const inside = equation === undefined ? wrappedFile(storage) : undefined;
    if (inside === undefined || files.length >= maxFiles) continue;
    const own = inside.type === "file" ? inside.name : "";
    const name = uniqueName(own === "" ? `object${files.length + 1}.${inside.ending}` : own);
    names.set(number, name);
    const bytes = inside.type === "file" ? async () => inside.bytes : () => storageFile(file, folder);
    files.push({ name, bytes });
  }
  return { files, names, equations };
}

function objectNumbers({ names }: CompoundFile): ReadonlySet<number> {
  return new Set(names.flatMap((name) => objectPath.exec(name)?.[1] ?? []).map(Number));
}

/** Copies the storage of an object to a compound file, the form in which the original program saved it. */
async function storageFile(file: CompoundFile, folder: string): Promise<Uint8Array> {
  const { utils, write } = await import("cfb");
  const made = utils.cfb_new();
  for (const name of file.names) {
    const content = name.toLowerCase().startsWith(`${folder.toLowerCase()}/`) ? file.stream(name) : undefined;
    if (content !== undefined) utils.cfb_add(made, `/${name.slice(folder.length + 1)}`, content);
  }
  const bytes: unknown = write(made, { type: "buffer" });
  return bytes instanceof Uint8Array ? Uint8Array.from(bytes) : new Uint8Array();
}

/** Maximum length of an object's kind, in bytes. */
const maxNameBytes = 260;

/**
 * Returns what is known of an embedded object: its kind, such as `Microsoft Excel 97-Tabelle`, and the name by which its
 * file is selected. Returns `undefined` if neither is known.
 */
export function embeddedName(
  file: CompoundFile,
  identifier: number,
  selected: string | undefined,
): readonly string[] | undefined {
  const object = file.stream(`ObjectPool/_${identifier}/\u0001CompObj`);
  // [MS-OLEDS], 2.3.8: a header of 28 bytes, then the length of the display name and the display name.
  const kind = object === undefined ? "" : textAt(viewOf(object), 32);
  const known = [kind, selected ?? ""].filter((name) => name !== "");
  return known.length === 0 ? undefined : known;
}

function textAt(view: ByteView, at: number): string {
  const bytes = view.part(at, maxNameBytes).bytes;
  const end = bytes.indexOf(0);
  return decoderOf(1252)(end < 0 ? bytes : bytes.subarray(0, end));
}
