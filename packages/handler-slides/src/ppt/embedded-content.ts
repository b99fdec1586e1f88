import { constants, inflateSync } from "node:zlib";
import { ReadError, type Budget } from "@reader/core/handler";
import { createInflationMeter, largestByRatio, type InflationMeter } from "@reader/unpack";
import { openCompoundFile } from "@reader/office-kit/compound";
import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { equationIn, wrappedFile } from "@reader/office-kit/embedded";
import { findRecord, imageHeaderBytes, recordsOf, recordTypes, uint32At } from "@reader/office-kit/office-art";
import { objectsIn } from "./document-facts.ts";
import type { PptFile } from "./open-ppt.ts";
import type { SlideImage } from "../slides/slide.ts";

/** The embedded objects of a presentation. */
export interface EmbeddedObjects {
  readonly files: readonly EmbeddedFile[];
  /** The program of each object by its number, and its file name if it is a file. */
  readonly names: ReadonlyMap<number, readonly string[]>;
  /** The formulas of Equation Editor and MathType as LaTeX, by the number of their object; empty if unreadable. */
  readonly equations: ReadonlyMap<number, string>;
}

/** Embedded files with a name. */
const maxFiles = 500;

/** Maximum number of embedded formulas. */
const maxEquations = 5000;

/** Maximum total size in bytes of objects unpacked to find their names. */
const maxOpenedBytes = 32 * 1024 * 1024;

/** Microsoft Graph charts look like workbooks, but no program opens them as such. */
const graphs = /^MSGraph\./i;

/** Finds the files and formulas inside a presentation. Other objects are only named. */
export async function findEmbeddedObjects(file: PptFile, budget: Budget): Promise<EmbeddedObjects> {
  const files: EmbeddedFile[] = [];
  const names = new Map<number, readonly string[]>();
  const equations = new Map<number, string>();
  const uniqueName = createFileNames();
  const maxInflatedBytes = Math.min(maxOpenedBytes, budget.maxInflatedBytes);
  const meters = createMeters(file, { maxInflatedBytes });
  const contentAt = createContents(file, meters);
  for (const [number, { program, storage }] of objectsIn(file.document)) {
    const content = await contentAt(program, storage);
    const equation = equations.size < maxEquations ? content?.equation : undefined;
    if (equation !== undefined) equations.set(number, equation);
    const inside = files.length < maxFiles ? content?.file : undefined;
    const name = inside === undefined ? "" : uniqueName(inside.name || `object${number}.${inside.ending}`);
    names.set(number, [program, name]);
    if (name !== "") files.push({ name, bytes: () => bytesOf(file, storage, budget) });
  }
  return { files, names, equations };
}

/** The sizes of the storages that were opened. */
interface Meters {
  readonly packed: InflationMeter;
  /** Storages that are not compressed do not overlap, so their total is bounded by their stream. */
  readonly plain: InflationMeter;
}

function createMeters({ path, streams }: PptFile, budget: Pick<Budget, "maxInflatedBytes">): Meters {
  const maxInflatedBytes = streams.find("PowerPoint Document")?.length ?? 0;
  return { packed: createInflationMeter(path, budget), plain: createInflationMeter(path, { maxInflatedBytes }) };
}

interface InnerFile {
  /** Empty if only its type is known. */
  readonly name: string;
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/** What an object contains: a file, a formula, or neither. */
interface ObjectContent {
  readonly file?: InnerFile | undefined;
  readonly equation?: string | undefined;
}

/** Opens each storage once, because many objects can name the same one. */
function createContents(
  file: PptFile,
  meters: Meters,
): (program: string, storage: number) => Promise<ObjectContent | undefined> {
  const contents = new Map<number, Promise<ObjectContent | undefined>>();
  return async (program, storage) => {
    if (graphs.test(program)) return undefined;
    const content = contents.get(storage) ?? contentOf(file, storage, meters);
    contents.set(storage, content);
    return content;
  };
}

/** A damaged or oversized object does not fail the slides. */
async function contentOf(file: PptFile, storage: number, meters: Meters): Promise<ObjectContent | undefined> {
  try {
    return await openObject(file, storage, meters);
  } catch (error) {
    if (ReadError.is(error) && (error.code === "corrupt" || error.code === "too-large")) return undefined;
    throw error;
  }
}

async function bytesOf(file: PptFile, storage: number, budget: Budget): Promise<Uint8Array> {
  const inside = await openObject(file, storage, createMeters(file, budget));
  return inside?.file?.bytes ?? new Uint8Array();
}

/** True if a storage is compressed; its length precedes it ([MS-PPT], 2.10.35). */
const isCompressed = 1;

async function openObject(file: PptFile, storage: number, meters: Meters): Promise<ObjectContent | undefined> {
  const record = storage === 0 ? undefined : file.object(storage);
  if (record?.type !== recordTypes.storage) return undefined;
  const isPacked = record.instance === isCompressed;
  const bytes = isPacked ? inflated(record.body.subarray(4), file.path, meters.packed) : record.body;
  if (!isPacked) meters.plain.count(bytes.length, { packedBytes: bytes.length, inflatedBytes: bytes.length });
  const compound = await openCompoundFile({ path: file.path, bytes: () => Promise.resolve(bytes) });
  const equation = equationIn((stream) => compound.stream(stream));
  if (equation !== undefined) return { equation };
  const inside = wrappedFile((stream) => compound.stream(stream));
  if (inside === undefined) return undefined;
  return { file: inside.type === "file" ? inside : { name: "", ending: inside.ending, bytes } };
}

/** PowerPoint omits the end of its compressed data, although the content is complete. */
const endless = { finishFlush: constants.Z_SYNC_FLUSH };

function inflated(packed: Uint8Array, path: string, meter: InflationMeter): Uint8Array {
  const mostBytes = Math.max(1, Math.min(meter.left, largestByRatio(packed.length)) + 1);
  const counted = (bytes: number): void => meter.count(bytes, { packedBytes: packed.length, inflatedBytes: bytes });
  try {
    const bytes = new Uint8Array(inflateSync(packed, { maxOutputLength: mostBytes, ...endless }));
    counted(bytes.length);
    return bytes;
  } catch (error) {
    if (error instanceof RangeError) counted(mostBytes);
    if (ReadError.is(error)) throw error;
    throw new ReadError("corrupt", `${path} has an embedded object that cannot be unpacked.`, { cause: error });
  }
}

/** Finds the image with this number, from 1. */
export type FindImage = (number: number, alt: string) => SlideImage | undefined;

/** The position of an image's offset within its entry ([MS-ODRAW], 2.2.32). */
const offsetAt = 28;

/** The images of a file: the document lists them, and a separate stream contains them. */
export function createImages({ document, streams, image: imageAt }: PptFile): FindImage {
  const store = findRecord(document, recordTypes.drawingGroup, recordTypes.drawingStore, recordTypes.imageStore);
  const entries = recordsOf(store?.body, recordTypes.imageEntry);
  let stream: Uint8Array | undefined;
  return (number, alt) => {
    const entry = entries[number - 1];
    if (entry === undefined) return undefined;
    stream ??= streams.find("Pictures") ?? new Uint8Array();
    const image = imageAt(stream, uint32At(entry.body, offsetAt));
    const extension = extensions.get(image?.type ?? 0);
    if (image === undefined || extension === undefined) return undefined;
    const { type, body } = image;
    const start = imageHeaderBytes(image).reduce((sum, length) => sum + length, 0);
    return {
      type: "image",
      name: `image-${number}.${extension}`,
      alt,
      load: () => Promise.resolve(bitmapTypes.has(type) ? body.subarray(start) : undefined),
    };
  };
}

/** Image types ([MS-ODRAW], 2.2.23). */
const extensions: ReadonlyMap<number, string> = new Map([
  [0xf01a, "emf"],
  [0xf01b, "wmf"],
  [0xf01c, "pict"],
  [0xf01d, "jpg"],
  [0xf01e, "png"],
  [0xf01f, "bmp"],
  [0xf029, "tiff"],
  [0xf02a, "jpg"],
]);

const bitmapTypes: ReadonlySet<number> = new Set([0xf01d, 0xf01e, 0xf02a]);
