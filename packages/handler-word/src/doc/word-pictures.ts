import type { ByteView } from "@reader/office-kit/compound";
import type { FlowPicture } from "@reader/document/builder";
import {
  artRecords,
  artTypes,
  pictureIn,
  readShape,
  shapesIn,
  type ArtPicture,
  type ArtRecord,
  type ShapeFacts,
} from "./office-art.ts";

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
