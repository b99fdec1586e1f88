import type { FlowPicture } from "@reader/document/builder";
import type { ByteView } from "@reader/office-kit/compound";

/** A picture that stands in the text ([MS-DOC], 2.9.190 PICFAndOfficeArtData); undefined where there is none. */
export function inlinePicture(data: ByteView, at: number): FlowPicture | undefined {
  const length = data.u32(at);
  const head = data.u16(at + 4);
  if (length <= head || at + head > data.length) return undefined;
  const hasName = data.u16(at + 6) === 0x66;
  const nameBytes = hasName ? 1 + data.u8(at + head) : 0;
  const records = artRecords(data.part(at + head + nameBytes, length - head - nameBytes));
  const [shape] = shapesIn(records);
  const facts = shape === undefined ? undefined : readShape(shape);
  const alt = facts?.alt ?? "";
  const picture = records.map(pictureIn).find((each) => each !== undefined);
  if (picture !== undefined) return flowPicture(picture, alt);
  if (facts?.isRule === true) return undefined;
  return { name: "picture", alt: [alt, linkedWords(facts)].filter((words) => words !== "").join(", "), load: nothing };
}

/** Pictures outside of the document are never opened; the names of their files are shown. */
function linkedWords(facts: ShapeFacts | undefined): string {
  const file = (facts?.linkedPicture ?? "").replace(/^.*[\\/]/s, "");
  return file === "" ? "" : `linked, ${file}`;
}

function nothing(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function flowPicture({ kind, bytes }: ArtPicture, alt: string): FlowPicture {
  return { name: `picture.${kind}`, alt, load: () => Promise.resolve(bytes) };
}

/** The shapes of a document that stand beside its text. */
export interface WordDrawings {
  shape(identifier: number): ShapeFacts | undefined;
  /** The picture of a shape. */
  picture(facts: ShapeFacts): FlowPicture | undefined;
}

/** Reads the drawings of a document; the bytes of pictures lie in its main stream ([MS-DOC], 2.9.172 OfficeArtContent). */
export function readDrawings(table: ByteView, stream: ByteView): WordDrawings {
  const [group] = artRecords(table.part(0, table.length));
  if (group?.type !== artTypes.drawingGroup) return { shape: () => undefined, picture: () => undefined };
  const entries = artRecords(group.content)
    .filter(({ type }) => type === artTypes.pictures)
    .flatMap(({ content }) => artRecords(content));
  const shapes = new Map<number, ShapeFacts>();
  for (const drawing of drawingsBehind(table, 8 + group.content.length)) {
    for (const shape of shapesIn([drawing])) {
      const facts = readShape(shape);
      shapes.set(facts.identifier, facts);
    }
  }
  return {
    shape: (identifier) => shapes.get(identifier),
    picture({ picture: number, alt }) {
      const entry = entries[number - 1];
      const picture = entry === undefined ? undefined : (pictureIn(entry) ?? delayed(entry, stream));
      return picture === undefined ? undefined : flowPicture(picture, alt);
    },
  };
}

/** Drawings of the text and of the headers, each with a byte before it. */
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

/** An entry says where its picture lies. */
function delayed({ content }: ArtRecord, stream: ByteView): ArtPicture | undefined {
  const at = content.u32(28);
  if (at === 0xffff_ffff || at >= stream.length) return undefined;
  const [record] = artRecords(stream.part(at, content.u32(20)));
  return record === undefined ? undefined : pictureIn(record);
}

/** One record of a drawing ([MS-ODRAW], 1.3.1): its content may be records again. */
interface ArtRecord {
  readonly type: number;
  readonly instance: number;
  readonly content: ByteView;
}

/** Types of records that are read. */
const artTypes = {
  drawingGroup: 0xf000,
  pictures: 0xf001,
  drawing: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  pictureEntry: 0xf007,
  shapeFacts: 0xf00a,
  properties: 0xf00b,
  laterProperties: 0xf122,
} as const;

const headBytes = 8;
const maxRecords = 50_000;

/** The records that lie one behind the other. */
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

/** Shapes in groups in groups that are followed. */
const maxDepth = 12;

/** The shapes in a drawing, also those in groups. */
function shapesIn(records: readonly ArtRecord[], depth = 0): readonly ArtRecord[] {
  return records.flatMap((record) => {
    if (record.type === artTypes.shape) return [record];
    const isAround = record.type === artTypes.drawing || record.type === artTypes.shapeGroup;
    return isAround && depth < maxDepth ? shapesIn(artRecords(record.content), depth + 1) : [];
  });
}

/** What a shape is ([MS-ODRAW], 2.3). */
interface ShapeFacts {
  readonly identifier: number;
  /** The number of its picture, from 1; 0 for none. */
  readonly picture: number;
  readonly alt: string;
  /** The address of its picture where that lies outside of the document; empty otherwise. */
  readonly linkedPicture: string;
  /** Text that is drawn (WordArt). */
  readonly drawnText: string;
  /** Whether it is a line between paragraphs, and nothing to be seen. */
  readonly isRule: boolean;
}

const pictureProperty = 0x0104;
const pictureNameProperty = 0x0105;
const drawnTextProperty = 0x00c0;
const descriptionProperty = 0x0381;

/** 2.3.4.44: yes or no to many questions, of which one is whether the shape is a line between paragraphs. */
const groupProperty = 0x03bf;
const ruleBits = 0x0800_0800;

/** Reads the properties of a shape. */
function readShape(shape: ArtRecord): ShapeFacts {
  let facts: ShapeFacts = { identifier: 0, picture: 0, alt: "", linkedPicture: "", drawnText: "", isRule: false };
  for (const record of artRecords(shape.content)) {
    if (record.type === artTypes.shapeFacts) facts = { ...facts, identifier: record.content.u32(0) };
    if (record.type === artTypes.properties) facts = { ...facts, ...propertiesIn(record) };
    if (record.type === artTypes.laterProperties) facts = { ...facts, isRule: propertiesIn(record).isRule };
  }
  return facts;
}

/** 2.2.9 OfficeArtFOPT: values of fixed size, then the longer ones in the same order. */
function propertiesIn({ instance, content }: ArtRecord): Omit<ShapeFacts, "identifier"> {
  const texts = new Map<number, string>();
  let picture = 0;
  let isRule = false;
  let at = instance * 6;
  for (let index = 0; index < instance; index += 1) {
    const code = content.u16(index * 6);
    const value = content.u32(index * 6 + 2);
    if ((code & 0x3fff) === pictureProperty) picture = value;
    if ((code & 0x3fff) === groupProperty) isRule = (value & ruleBits) === ruleBits;
    if ((code & 0x8000) === 0) continue;
    texts.set(code & 0x3fff, content.utf16(at, Math.min(value, 20_000) >> 1).replace(/\0.*$/s, ""));
    at += value;
  }
  const text = (property: number): string => texts.get(property) ?? "";
  return {
    picture,
    alt: text(descriptionProperty),
    linkedPicture: text(pictureNameProperty),
    drawnText: text(drawnTextProperty),
    isRule,
  };
}

/** A picture, and the ending of its name. */
interface ArtPicture {
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/** Kinds of pictures, and the bytes before theirs with one checksum ([MS-ODRAW], 2.2.23 and on). */
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

/** Instances that tell of a second checksum. */
const doubled: ReadonlySet<number> = new Set([0x3d5, 0x217, 0x543, 0x46b, 0x6e3, 0x6e1, 0x7a9, 0x6e5]);

const entryHeadBytes = 36;

/** The picture in a record, or in an entry that holds one; undefined where there is none. */
function pictureIn(record: ArtRecord): ArtPicture | undefined {
  if (record.type === artTypes.pictureEntry) {
    const inner = record.content.part(entryHeadBytes + record.content.u8(33), record.content.length);
    return artRecords(inner)
      .map(pictureIn)
      .find((picture) => picture !== undefined);
  }
  const found = kinds.get(record.type);
  if (found === undefined) return undefined;
  const [kind, head] = found;
  const start = head + (doubled.has(record.instance) ? 16 : 0);
  return { kind, bytes: record.content.part(start, record.content.length).bytes };
}
