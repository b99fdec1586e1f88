import type { ImageStart, DocumentFacts } from "@reader/document/content";
import { notice, type HandlerContext, type Notice, type Source, ReadError } from "@reader/core/handler";
import {
  createGainMeter,
  createInflationMeter,
  openZip,
  type InflationMeter,
  type Zip,
  type ZipEntry,
} from "@reader/unpack";
import { joinedName } from "./part-names.ts";
import { createTreeReader, type XmlElement, childrenOf, textIn } from "../xml/xml-tree.ts";

/** An opened Office Open XML or OpenDocument file: a ZIP file whose members are the parts of one document. */
export interface OfficePackage {
  readonly zip: Zip;
  /** The remaining inflation budget of the file, for readers that unpack parts themselves. */
  readonly meter: InflationMeter;
  has(part: string): boolean;
  /** Returns the bytes of a part, or `undefined` if it is missing. */
  bytes(part: string): Promise<Uint8Array | undefined>;
  /** Returns the bytes of an image. Only its compression ratio is limited. */
  readonly image: (part: string) => Promise<Uint8Array | undefined>;
  /** Returns the first bytes of a large image, enough to measure it, or `undefined` if the image is cheap to load. */
  readonly imageStart: (part: string) => Promise<ImageStart | undefined>;
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
    image: async (part) => {
      const entry = zip.find(part);
      return entry === undefined ? undefined : zip.read(entry, gains);
    },
    imageStart: async (part) => {
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

/** Returns these warnings as sentences. */
export function damageWords({ zip }: OfficePackage): readonly string[] {
  return zip.damage === undefined ? [] : [zip.damage];
}

/** Returns the name of the relationships part: `word/_rels/document.xml.rels` for `word/document.xml` (ISO/IEC 29500-2, 6.5.2). */
function relationshipPartOf(part: string): string {
  const slash = part.lastIndexOf("/") + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

/** A relationship from a part to another one, or to an external target. */
export interface Relationship {
  readonly id: string;
  /** The last segment of the type's address, such as `image`, `hyperlink`, `officeDocument`. */
  readonly type: string;
  /** The name of the other part, from the root of the package; the unchanged address if `isExternal`. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Reads the relationships of `part` from the tree of its `.rels` part. */
function relationshipsIn(root: XmlElement | undefined, part: string): ReadonlyMap<string, Relationship> {
  const found = new Map<string, Relationship>();
  for (const { attributes } of childrenOf(root, "Relationship")) {
    const { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode } = attributes;
    const isExternal = mode?.toLowerCase() === "external";
    found.set(id, {
      id,
      type: type.slice(type.lastIndexOf("/") + 1),
      target: isExternal ? target : joinedName(part, target),
      isExternal,
    });
  }
  return found;
}

/** Returns the target of the first relationship of a type. */
export function targetOf(relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.isExternal) return relationship.target;
  }
  return undefined;
}

/** Element names of the properties of a package (ISO/IEC 29500-2, 8.3.4). */
const names: ReadonlyMap<string, keyof DocumentFacts> = new Map([
  ["dc:title", "title"],
  ["dc:subject", "subject"],
  ["dc:creator", "author"],
  ["dc:description", "comments"],
  ["cp:keywords", "keywords"],
  ["dcterms:created", "created"],
  ["dcterms:modified", "modified"],
]);

/** Returns title, author and dates (as days); empty if they are missing or unreadable. */
export async function readCoreProperties(parts: OfficePackage): Promise<DocumentFacts> {
  try {
    const part = targetOf(await parts.relationships(""), "core-properties");
    return part === undefined ? {} : factsIn(await parts.tree(part));
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return {};
    throw error;
  }
}

function factsIn(root: XmlElement | undefined): DocumentFacts {
  const facts: { -readonly [Name in keyof DocumentFacts]: string } = {};
  for (const element of childrenOf(root)) {
    const name = names.get(element.name);
    const value = textIn(element).trim();
    if (name === undefined || value === "") continue;
    facts[name] = element.name.startsWith("dcterms:") ? value.slice(0, "2000-01-01".length) : value;
  }
  return facts;
}
