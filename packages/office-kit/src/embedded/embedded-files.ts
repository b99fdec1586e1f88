import { ReadError } from "@reader/core/handler";
import type { ZipEntry } from "@reader/unpack";
import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { openCompoundFile } from "../compound/compound-file.ts";
import { equationLatex, equationStream } from "../equations/mtef-latex.ts";
import type { OfficePackage } from "../package/office-package.ts";

/** The files inside a document. */
export interface EmbeddedParts {
  readonly files: readonly EmbeddedFile[];
  /** The name that selects a file, by the name of its part. */
  readonly names: ReadonlyMap<string, string>;
  /** The formulas of Equation Editor and MathType as LaTeX, by the name of their part; empty if they are unreadable. */
  readonly equations: ReadonlyMap<string, string>;
}

/** Parts in which Office programs store embedded files. */
const folder = /(?:^|\/)embeddings\/([^/]+)$/i;

/** Objects of old programs are compound files ([MS-OLEDS] 1.3.5), which must be opened to find their names. */
const wrapper = /\.bin$/i;

/** Maximum number of embedded files with a name, and of formulas. */
const maxFiles = 500;
const maxEquations = 10_000;

/**
 * Maximum total size in bytes of compound files opened to find their names; further ones are named after their parts.
 */
const maxOpenedBytes = 32 * 1024 * 1024;

/** Finds the files and the formulas inside a document. Other objects are not included. */
export async function readEmbeddedParts(office: OfficePackage): Promise<EmbeddedParts> {
  const files: EmbeddedFile[] = [];
  const names = new Map<string, string>();
  const equations = new Map<string, string>();
  const uniqueName = createFileNames();
  for await (const { entry, name, equation } of embeddedContent(office)) {
    if (equation !== undefined && equations.size < maxEquations) equations.set(entry.name, equation);
    if (name === undefined || files.length >= maxFiles) continue;
    const selected = uniqueName(name);
    names.set(entry.name, selected);
    files.push({ name: selected, bytes: () => bytesOf(office, entry) });
  }
  return { files, names, equations };
}

async function* embeddedContent(office: OfficePackage): AsyncGenerator<ObjectContent & { readonly entry: ZipEntry }> {
  let bytesLeft = maxOpenedBytes;
  for (const entry of office.zip.entries) {
    const own = folder.exec(entry.name)?.[1];
    if (own === undefined || entry.bytes === 0) continue;
    const isOpened = wrapper.test(own) && entry.bytes <= bytesLeft;
    if (isOpened) bytesLeft -= entry.bytes;
    yield { entry, ...(isOpened ? await contentOf(office, entry, own) : { name: own }) };
  }
}

/** What an object contains: a file with its name, a formula, or neither. */
interface ObjectContent {
  readonly name?: string | undefined;
  readonly equation?: string | undefined;
}

async function contentOf(office: OfficePackage, entry: ZipEntry, own: string): Promise<ObjectContent> {
  try {
    const storage = await openedStorage(entry, await office.zip.read(entry));
    const equation = equationIn(storage);
    return equation === undefined ? { name: nameInside(wrappedFile(storage), own) } : { equation };
  } catch (error) {
    // A damaged or oversized object must not fail the text. The error is reported when the object is selected.
    if (ReadError.is(error) && (error.code === "corrupt" || error.code === "too-large")) return { name: own };
    throw error;
  }
}

/** Returns `undefined` for objects that contain no file. */
function nameInside(inside: WrappedFile | undefined, own: string): string | undefined {
  if (inside === undefined) return undefined;
  const name = inside.type === "file" ? inside.name : "";
  return name === "" ? own.replace(wrapper, `.${inside.ending}`) : name;
}

async function openedStorage(entry: ZipEntry, bytes: Uint8Array): Promise<Storage> {
  const file = await openCompoundFile({ path: entry.name, bytes: () => Promise.resolve(bytes) });
  return (stream) => file.stream(stream);
}

async function bytesOf({ zip }: OfficePackage, entry: ZipEntry): Promise<Uint8Array> {
  const bytes = await zip.read(entry);
  const inside = wrapper.test(entry.name) ? wrappedFile(await openedStorage(entry, bytes)) : undefined;
  return inside?.type === "file" ? inside.bytes : bytes;
}

/** The storage that contains an embedded object, by its stream names. */
export type Storage = (stream: string) => Uint8Array | undefined;

/** The content of such a storage. */
export type WrappedFile =
  /** A file stored unchanged; `name` is empty if only its type is known. */
  | { readonly type: "file"; readonly name: string; readonly ending: string; readonly bytes: Uint8Array }
  /** The storage itself is a document of an old Office program, with this file extension. */
  | { readonly type: "storage"; readonly ending: string };

/** Streams that contain only a file. [MS-OLEDS] does not define their names; these are the ones that Office uses. */
const wholeFiles = ["Package", "CONTENTS", "EMBEDDED PACKAGE"];

const ownStreams: readonly (readonly [stream: string, ending: string])[] = [
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
  ["VisioDocument", "vsd"],
];

/**
 * Returns the formula of Equation Editor or MathType in a storage as LaTeX without delimiters. The formula is empty if it
 * shows nothing or is unreadable. Returns `undefined` for other objects.
 */
export function equationIn(storage: Storage): string | undefined {
  const stream = storage(equationStream);
  return stream === undefined ? undefined : (equationLatex(stream) ?? "");
}

/** Returns the file in a storage, or `undefined` for other objects, such as formulas of Equation Editor. */
export function wrappedFile(storage: Storage): WrappedFile | undefined {
  for (const name of wholeFiles) {
    const bytes = storage(name);
    if (bytes !== undefined && bytes.length > 0) return { type: "file", name: "", ending: endingOf(bytes), bytes };
  }
  const own = ownStreams.find(([stream]) => storage(stream) !== undefined);
  if (own !== undefined) return isGraph(storage) ? undefined : { type: "storage", ending: own[1] };
  const stream = storage("\u0001Ole10Native");
  const native = isPackage(stream) ? readOleNative(stream) : undefined;
  return native === undefined ? undefined : { type: "file", ...native, ending: endingOf(native.bytes) };
}

/** Microsoft Graph charts look like workbooks, but no program opens them as such. */
function isGraph(storage: Storage): boolean {
  const kind = storage("\u0001CompObj");
  return kind !== undefined && decoder.decode(kind).includes("MSGraph.Chart");
}

const packageMark = 2;

/** True if a mark for a package of files follows the length ([MS-OLEDS], 2.3.6). Other objects can have any bytes there. */
function isPackage(stream: Uint8Array | undefined): boolean {
  return stream !== undefined && (stream[4] ?? 0) + (stream[5] ?? 0) * 256 === packageMark;
}

/** Signature bytes at the start and end of files, by type. */
const sampledBytes = 4096;

const decoder = new TextDecoder("latin1");

const kinds: readonly (readonly [signature: RegExp, ending: string])[] = [
  [/^%PDF-/, "pdf"],
  [/^\{\\rtf/, "rtf"],
  [/^\u0089PNG/, "png"],
  [/^\u00ff\u00d8\u00ff/, "jpg"],
  [/^PK[^]*opendocument\.text/, "odt"],
  [/^PK[^]*opendocument\.spreadsheet/, "ods"],
  [/^PK[^]*opendocument\.presentation/, "odp"],
  [/^PK[^]*word\/document/, "docx"],
  [/^PK[^]*xl\/workbook/, "xlsx"],
  [/^PK[^]*ppt\/presentation/, "pptx"],
  [/^PK/, "zip"],
];

/** Returns the file extension for the bytes of a file, or `bin` if unknown. */
function endingOf(bytes: Uint8Array): string {
  const start = decoder.decode(bytes.subarray(0, sampledBytes));
  const end = decoder.decode(bytes.subarray(Math.max(sampledBytes, bytes.length - sampledBytes)));
  const sample = `${start}${end}`;
  return kinds.find(([signature]) => signature.test(sample))?.[1] ?? "bin";
}

/** A file embedded unchanged in a document. */
interface OleNative {
  /** The name without its folder; empty if it has none. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const sizeBytes = 4;
const flagBytes = 2;

/** Reads an `Ole10Native` stream: sizes, a label, paths, then the file. Returns `undefined` for other content. */
export function readOleNative(stream: Uint8Array | undefined): OleNative | undefined {
  if (stream === undefined || stream.length < sizeBytes + flagBytes) return undefined;
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const label = textAt(stream, sizeBytes + flagBytes);
  const path = textAt(stream, label.end);
  // The path is followed by two numbers, and the length and text of the temporary path.
  const lengthAt = path.end + sizeBytes;
  if (lengthAt + sizeBytes > stream.length) return undefined;
  const dataAt = lengthAt + sizeBytes + view.getUint32(lengthAt, true);
  if (dataAt + sizeBytes > stream.length) return undefined;
  const start = dataAt + sizeBytes;
  const bytes = stream.slice(start, start + view.getUint32(dataAt, true));
  return bytes.length === 0 ? undefined : { name: label.text.replace(/^.*[\\/]/s, ""), bytes };
}

function textAt(bytes: Uint8Array, start: number): { readonly text: string; readonly end: number } {
  const found = bytes.indexOf(0, start);
  const end = found < 0 ? bytes.length : found;
  return { text: new TextDecoder("windows-1252").decode(bytes.subarray(start, end)), end: end + 1 };
}
