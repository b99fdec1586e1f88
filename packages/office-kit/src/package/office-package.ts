import type { ImageStart } from "@reader/document/content";
import { notice, type HandlerContext, type Notice, type Source } from "@reader/core/handler";
import {
  createGainMeter,
  createInflationMeter,
  openZip,
  type InflationMeter,
  type Zip,
  type ZipEntry,
} from "@reader/unpack";
import { createTreeReader, type XmlElement } from "../xml/xml-tree.ts";
import { relationshipsIn, type Relationship } from "./relationships.ts";

/** An opened Office Open XML or OpenDocument file: a ZIP file whose members are the parts of one document. */
export interface OfficePackage {
  readonly zip: Zip;
  /** The remaining inflation budget of the file, for readers that unpack parts themselves. */
  readonly meter: InflationMeter;
  has(part: string): boolean;
  /** Returns the bytes of a part, or `undefined` if it is missing. */
  bytes(part: string): Promise<Uint8Array | undefined>;
  /** Returns the bytes of an image. Only its compression ratio is limited. */
  readonly picture: (part: string) => Promise<Uint8Array | undefined>;
  /** Returns the first bytes of a large image, enough to measure it, or `undefined` if the image is cheap to load. */
  readonly pictureStart: (part: string) => Promise<ImageStart | undefined>;
  /** Yields the bytes of a part in chunks; nothing if it is missing. */
  stream(part: string): AsyncIterable<Uint8Array>;
  /** Returns a part as a tree, or `undefined` if it is missing. */
  tree(part: string): Promise<XmlElement | undefined>;
  /** Returns the relationships of a part by identifier; those of the package for `""`. */
  relationships(part: string): Promise<ReadonlyMap<string, Relationship>>;
}

/** Number of bytes that include the size of an image, after any camera metadata. */
const startBytes = 256 * 1024;

/** Opens the package; throws `corrupt`, `encrypted` or `too-large`. */
export async function openPackage(source: Source, context: HandlerContext): Promise<OfficePackage> {
  const meter = createInflationMeter(source.path, context.budget);
  const zip = await openZip({ source, meter, maxEntries: context.budget.maxEntries });
  const gains = createGainMeter(meter);
  const readTree = createTreeReader();
  const known = new Map<string, Promise<ReadonlyMap<string, Relationship>>>();
  const bytes = async (part: string): Promise<Uint8Array | undefined> => {
    const entry = zip.find(part);
    return entry === undefined ? undefined : zip.read(entry);
  };
  const tree = async (part: string): Promise<XmlElement | undefined> => {
    const content = await bytes(part);
    return content === undefined ? undefined : readTree(content, `${part} in ${source.path}`);
  };
  return {
    zip,
    meter,
    bytes,
    tree,
    picture: async (part) => {
      const entry = zip.find(part);
      return entry === undefined ? undefined : zip.read(entry, gains);
    },
    pictureStart: async (part) => {
      const entry = zip.find(part);
      return entry === undefined || entry.bytes <= startBytes ? undefined : startOf(zip, entry);
    },
    has: (part) => zip.find(part) !== undefined,
    async *stream(part) {
      const entry = zip.find(part);
      if (entry !== undefined) yield* zip.stream(entry);
    },
    relationships(part) {
      const found = known.get(part) ?? tree(relationshipPartOf(part)).then((root) => relationshipsIn(root, part));
      known.set(part, found);
      return found;
    },
  };
}

async function startOf(zip: Zip, entry: ZipEntry): Promise<ImageStart> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of zip.stream(entry)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= startBytes) break;
  }
  return { start: new Uint8Array(Buffer.concat(pieces)), bytes: entry.bytes };
}

/** Warnings about a package recovered from a damaged ZIP file. */
export function damageNotices(office: OfficePackage): readonly Notice[] {
  return damageWords(office).map((words) => notice(words));
}

/** The same in words. */
export function damageWords({ zip }: OfficePackage): readonly string[] {
  return zip.damage === undefined ? [] : [zip.damage];
}

/** ISO/IEC 29500-2, 6.5.2: `word/_rels/document.xml.rels` belongs to `word/document.xml`. */
function relationshipPartOf(part: string): string {
  const slash = part.lastIndexOf("/") + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}
