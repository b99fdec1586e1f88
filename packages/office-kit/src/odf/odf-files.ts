import { ReadError } from "@reader/core/handler";
import type { ZipEntry } from "@reader/unpack";
import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { openCompoundFile } from "../compound/compound-file.ts";
import { wrappedFile, type WrappedFile } from "../embedded/embedded-files.ts";
import type { OfficePackage } from "../package/office-package.ts";

/** The embedded files of a document, which OpenDocument stores as compound files. */
export interface OdfFiles {
  readonly files: EmbeddedFile[];
  /** The name that selects a file, by the name of its part. */
  readonly names: Map<string, string>;
}

/** Matches parts of embedded objects, which are at the top of the package and have no file extension. */
const isObject = /^[^/.]+$/;

/** Maximum total size in bytes of objects opened to find their names. */
const maxOpenedBytes = 32 * 1024 * 1024;

/** Maximum number of embedded files with a name. */
const maxFiles = 500;

/** Finds the files inside a document. Other objects, such as formulas of Equation Editor, are not included. */
export async function findOdfFiles(opened: OfficePackage): Promise<OdfFiles> {
  const found: OdfFiles = { files: [], names: new Map() };
  const uniqueName = createFileNames();
  let bytesLeft = maxOpenedBytes;
  for (const entry of opened.zip.entries) {
    if (!isObject.test(entry.name) || entry.name === "mimetype" || entry.bytes > bytesLeft) continue;
    if (found.files.length >= maxFiles) break;
    bytesLeft -= entry.bytes;
    const name = await nameInside(opened, entry);
    if (name === undefined) continue;
    const selected = uniqueName(name);
    found.names.set(entry.name, selected);
    found.files.push({ name: selected, bytes: async () => fileIn(await opened.zip.read(entry), entry.name) });
  }
  return found;
}

async function nameInside(opened: OfficePackage, { name: part }: ZipEntry): Promise<string | undefined> {
  try {
    const bytes = (await opened.bytes(part)) ?? new Uint8Array();
    const inside = await openedObject(bytes, part);
    if (inside === undefined) return undefined;
    return inside.type === "file" && inside.name !== "" ? inside.name : `${part}.${inside.ending}`;
  } catch (error) {
    // A damaged or oversized object must not fail the text.
    if (ReadError.is(error) && (error.code === "corrupt" || error.code === "too-large")) return undefined;
    throw error;
  }
}

async function openedObject(bytes: Uint8Array, path: string): Promise<WrappedFile | undefined> {
  const file = await openCompoundFile({ path, bytes: () => Promise.resolve(bytes) });
  return wrappedFile((stream) => file.stream(stream));
}

/** Returns the file in an object, without its wrapper. Errors name the object as `part`. */
export async function fileIn(bytes: Uint8Array, part: string): Promise<Uint8Array> {
  const inside = await openedObject(bytes, part);
  return inside?.type === "file" ? inside.bytes : bytes;
}
