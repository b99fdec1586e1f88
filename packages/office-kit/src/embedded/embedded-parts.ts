import { ReadError } from "@reader/core/handler";
import type { ZipEntry } from "@reader/unpack";
import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { openCompoundFile } from "../compound/compound-file.ts";
import { wrappedFile, type WrappedFile } from "./wrapped-file.ts";
import type { OfficePackage } from "../package/office-package.ts";

/** The files inside a document. */
export interface EmbeddedParts {
  readonly files: readonly EmbeddedFile[];
  /** By which a file is selected, by the name of its part. */
  readonly names: ReadonlyMap<string, string>;
}

/** Where Office programs keep the files of other programs. */
const folder = /(?:^|\/)embeddings\/([^/]+)$/i;

/** Objects of old programs are compound files ([MS-OLEDS] 1.3.5), which must be opened to find their names. */
const wrapper = /\.bin$/i;

/** Embedded files that are known by name. */
const maxFiles = 500;

/**
 * Maximum total size in bytes of compound files opened to find their names; further ones are named after their parts.
 */
const maxOpenedBytes = 32 * 1024 * 1024;

/** Finds the files inside a document. Other objects, such as formulas of Equation Editor, are not included. */
export async function readEmbeddedParts(office: OfficePackage): Promise<EmbeddedParts> {
  const files: EmbeddedFile[] = [];
  const names = new Map<string, string>();
  const uniqueName = createFileNames();
  let bytesLeft = maxOpenedBytes;
  for (const entry of office.zip.entries) {
    const own = folder.exec(entry.name)?.[1];
    if (own === undefined || entry.bytes === 0 || files.length >= maxFiles) continue;
    const isOpened = wrapper.test(own) && entry.bytes <= bytesLeft;
    if (isOpened) bytesLeft -= entry.bytes;
    const name = isOpened ? await nameInside(office, entry, own) : own;
    if (name === undefined) continue;
    const selected = uniqueName(name);
    names.set(entry.name, selected);
    files.push({ name: selected, bytes: () => bytesOf(office, entry) });
  }
  return { files, names };
}

/** Returns `undefined` for objects that contain no file. */
async function nameInside(office: OfficePackage, entry: ZipEntry, own: string): Promise<string | undefined> {
  try {
    const inside = await opened(entry, await office.zip.read(entry));
    if (inside === undefined) return undefined;
    const name = inside.type === "file" ? inside.name : "";
    return name === "" ? own.replace(wrapper, `.${inside.ending}`) : name;
  } catch (error) {
    // A damaged or oversized object must not fail the text. The error is reported when the object is selected.
    if (ReadError.is(error) && (error.code === "corrupt" || error.code === "too-large")) return own;
    throw error;
  }
}

async function opened(entry: ZipEntry, bytes: Uint8Array): Promise<WrappedFile | undefined> {
  const file = await openCompoundFile({ path: entry.name, bytes: () => Promise.resolve(bytes) });
  return wrappedFile((stream) => file.stream(stream));
}

async function bytesOf({ zip }: OfficePackage, entry: ZipEntry): Promise<Uint8Array> {
  const bytes = await zip.read(entry);
  const inside = wrapper.test(entry.name) ? await opened(entry, bytes) : undefined;
  return inside?.type === "file" ? inside.bytes : bytes;
}
