import type { DocumentImage } from "@reader/document/builder";
import type { ByteView } from "@reader/office-kit/compound";

/** Reads an inline image ([MS-DOC], 2.9.190 PICFAndOfficeArtData). Returns `undefined` if there is no image. */
export function inlineImage(data: ByteView, at: number): DocumentImage | undefined {
  const length = data.u32(at);
  const head = data.u16(at + 4);
  if (length <= head || at + head > data.length) return undefined;
  const hasName = data.u16(at + 6) === 0x66;
  const nameBytes = hasName ? 1 + data.u8(at + head) : 0;
  const records = artRecords(data.part(at + head + nameBytes, length - head - nameBytes));
  const [shape] = shapesIn(records);
  const facts = shape === undefined ? undefined : readShape(shape);
  const alt = facts?.alt ?? "";
  const image = records.map(imageIn).find((each) => each !== undefined);
  if (image !== undefined) return builderImage(image, alt);
  if (facts?.isRule === true) return undefined;
  return { name: "image", alt: [alt, linkedWords(facts)].filter((words) => words !== "").join(", "), load: nothing };
}

/** Returns a mark with the file name of a linked image. Linked images are never opened. */
function linkedWords(facts: ShapeFacts | undefined): string {
  const file = (facts?.linkedImage ?? "").replace(/^.*[\\/]/s, "");
  return file === "" ? "" : `linked, ${file}`;
}

function nothing(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function builderImage({ kind, bytes }: ArtImage, alt: string): DocumentImage {
  return { name: `image.${kind}`, alt, load: () => Promise.resolve(bytes) };
}

/** The floating shapes of a document. */
export interface WordDrawings {
  shape(identifier: number): ShapeFacts | undefined;
  /** Returns the shape with the anchor of a shape: the group around it, or the shape itself. */
  anchored(identifier: number): number;
  /** Returns the image of a shape. */
  image(facts: ShapeFacts): DocumentImage | undefined;
}

/** Reads the drawings of a document; image data is in the main stream ([MS-DOC], 2.9.172 OfficeArtContent). */
export function readDrawings(table: ByteView, stream: ByteView): WordDrawings {
  const [group] = artRecords(table.part(0, table.length));
  if (group?.type !== artTypes.drawingGroup) {
    return { shape: () => undefined, anchored: (identifier) => identifier, image: () => undefined };
  }
  const entries = artRecords(group.content)
    .filter(({ type }) => type === artTypes.images)
    .flatMap(({ content }) => artRecords(content));
  const shapes = new Map<number, ShapeFacts>();
  const groups = new Map<number, number>();
  for (const drawing of drawingsBehind(table, 8 + group.content.length)) {
    for (const shape of shapesIn([drawing])) {
      const facts = readShape(shape);
      shapes.set(facts.identifier, facts);
    }
    for (const [member, group] of membersIn(drawing)) groups.set(member, group);
  }
  return {
    shape: (identifier) => shapes.get(identifier),
    anchored: (identifier) => groups.get(identifier) ?? identifier,
    image({ image: number, alt }) {
      const entry = entries[number - 1];
      const image = entry === undefined ? undefined : (imageIn(entry) ?? imageInStream(entry, stream));
      return image === undefined ? undefined : builderImage(image, alt);
    },
  };
}

/** Returns the drawings of the text and of the headers. One byte precedes each of them. */
function drawingsBehind(table: ByteView, start: number): readonly ArtRecord[] {
  const drawings: ArtRecord[] = [];
  for (let at = start; at + 9 <= table.length && drawings.length < 2;) {
    const [drawing] = artRecords(table.part(at + 1, table.length));
    if (drawing === undefined) break;
    drawings.push(drawing);
    at += 9 + drawing.content.length;
  }
  return drawings;
}

/** Reads an image from the main stream, at the offset that its entry gives. */
function imageInStream({ content }: ArtRecord, stream: ByteView): ArtImage | undefined {
  const at = content.u32(28);
  if (at === 0xffff_ffff || at >= stream.length) return undefined;
  const [record] = artRecords(stream.part(at, content.u32(20)));
  return record === undefined ? undefined : imageIn(record);
}

/** A drawing record ([MS-ODRAW], 1.3.1); its content may be further records. */
interface ArtRecord {
  readonly type: number;
  readonly instance: number;
  readonly content: ByteView;
}

/** Record types that the reader uses. */
const artTypes = {
  drawingGroup: 0xf000,
  images: 0xf001,
  drawing: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  imageEntry: 0xf007,
  shapeFacts: 0xf00a,
  properties: 0xf00b,
  laterProperties: 0xf122,
} as const;

const headBytes = 8;
const maxRecords = 50_000;

/** Returns the records in a sequence. */
function artRecords(bytes: ByteView): readonly ArtRecord[] {
  const records: ArtRecord[] = [];
  for (let at = 0; at + headBytes <= bytes.length && records.length < maxRecords;) {
    const length = bytes.u32(at + 4);
    records.push({
      type: bytes.u16(at + 2),
      instance: bytes.u16(at) >> 4,
      content: bytes.part(at + headBytes, length),
    });
    at += headBytes + length;
  }
  return records;
}

/** Maximum depth of nested shape groups. */
const maxDepth = 12;

/** Returns the shapes of a drawing, including those in groups. */
function shapesIn(records: readonly ArtRecord[], depth = 0): readonly ArtRecord[] {
  return records.flatMap((record) => {
    if (record.type === artTypes.shape) return [record];
    const isAround = record.type === artTypes.drawing || record.type === artTypes.shapeGroup;
    return isAround && depth < maxDepth ? shapesIn(artRecords(record.content), depth + 1) : [];
  });
}

/**
 * Yields the shapes in the outermost groups of a drawing with the shape that stands for their group, which is its first
 * one. All of them are in one group that stands for the drawing.
 */
function* membersIn(drawing: ArtRecord): Generator<readonly [member: number, group: number]> {
  const groupsOf = ({ content }: ArtRecord): readonly ArtRecord[] =>
    artRecords(content).filter(({ type }) => type === artTypes.shapeGroup);
  for (const group of groupsOf(drawing).flatMap(groupsOf)) {
    const [head, ...members] = shapesIn([group]).map((shape) => readShape(shape).identifier);
    if (head !== undefined) for (const member of members) yield [member, head];
  }
}

/** Properties of a shape ([MS-ODRAW], 2.3). */
interface ShapeFacts {
  readonly identifier: number;
  /** The number of its image, from 1; 0 if it has no image. */
  readonly image: number;
  readonly alt: string;
  /** The address of its linked image; empty if the image is embedded. */
  readonly linkedImage: string;
  /** The text of WordArt. */
  readonly drawnText: string;
  /** True if the shape is a horizontal rule. */
  readonly isRule: boolean;
}

const imageProperty = 0x0104;
const imageNameProperty = 0x0105;
const drawnTextProperty = 0x00c0;
const descriptionProperty = 0x0381;

/** 2.3.4.44: a set of flags, one of which marks horizontal rules. */
const groupProperty = 0x03bf;
const ruleBits = 0x0800_0800;

/** Reads the properties of a shape. */
function readShape(shape: ArtRecord): ShapeFacts {
  let facts: ShapeFacts = { identifier: 0, image: 0, alt: "", linkedImage: "", drawnText: "", isRule: false };
  for (const record of artRecords(shape.content)) {
    if (record.type === artTypes.shapeFacts) facts = { ...facts, identifier: record.content.u32(0) };
    if (record.type === artTypes.properties) facts = { ...facts, ...propertiesIn(record) };
    if (record.type === artTypes.laterProperties) facts = { ...facts, isRule: propertiesIn(record).isRule };
  }
  return facts;
}

/** 2.2.9 OfficeArtFOPT: values of fixed size, then values of variable size in the same order. */
function propertiesIn({ instance, content }: ArtRecord): Omit<ShapeFacts, "identifier"> {
  const texts = new Map<number, string>();
  let image = 0;
  let isRule = false;
  let at = instance * 6;
  for (let index = 0; index < instance; index += 1) {
    const code = content.u16(index * 6);
    const value = content.u32(index * 6 + 2);
    if ((code & 0x3fff) === imageProperty) image = value;
    if ((code & 0x3fff) === groupProperty) isRule = (value & ruleBits) === ruleBits;
    if ((code & 0x8000) === 0) continue;
    texts.set(code & 0x3fff, content.utf16(at, Math.min(value, 20_000) >> 1).replace(/\0.*$/s, ""));
    at += value;
  }
  const text = (property: number): string => texts.get(property) ?? "";
  return {
    image,
    alt: text(descriptionProperty),
    linkedImage: text(imageNameProperty),
    drawnText: text(drawnTextProperty),
    isRule,
  };
}

/** The bytes of an image and its file extension. */
interface ArtImage {
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/** Image kinds, and the header size with one checksum in bytes ([MS-ODRAW], 2.2.23 and following). */
const kinds: ReadonlyMap<number, readonly [kind: string, head: number]> = new Map([
  [0xf01a, ["emf", 50]],
  [0xf01b, ["wmf", 50]],
  [0xf01c, ["pict", 50]],
  [0xf01d, ["jpg", 17]],
  [0xf01e, ["png", 17]],
  [0xf01f, ["dib", 17]],
  [0xf029, ["tiff", 17]],
  [0xf02a, ["jpg", 17]],
]);

/** Record instances with a second checksum. */
const doubled: ReadonlySet<number> = new Set([0x3d5, 0x217, 0x543, 0x46b, 0x6e3, 0x6e1, 0x7a9, 0x6e5]);

const entryHeadBytes = 36;

/** Returns the image in a record or in an image entry, or `undefined` if there is no image. */
function imageIn(record: ArtRecord): ArtImage | undefined {
  if (record.type === artTypes.imageEntry) {
    const inner = record.content.part(entryHeadBytes + record.content.u8(33), record.content.length);
    return artRecords(inner)
      .map(imageIn)
      .find((image) => image !== undefined);
  }
  const found = kinds.get(record.type);
  if (found === undefined) return undefined;
  const [kind, head] = found;
  const start = head + (doubled.has(record.instance) ? 16 : 0);
  return { kind, bytes: record.content.part(start, record.content.length).bytes };
}
