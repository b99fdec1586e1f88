import { Buffer } from "node:buffer";

/** Characters with the same property modifiers ([MS-DOC], 2.6.1). */
export interface BuiltRun {
  readonly text: string;
  readonly modifiers?: readonly number[];
}

/** A paragraph. Its text includes the mark that ends it. */
export interface BuiltParagraph {
  readonly runs: readonly BuiltRun[];
  /** The index of its style: 0 for plain text, 1 to 9 for headings. */
  readonly style?: number;
  /** Its property modifiers ([MS-DOC], 2.6.2). */
  readonly modifiers?: readonly number[];
}

/** A level of a list that shows `template`, in which U+0000 is the number of the outermost level, and so on. */
export interface BuiltLevel {
  readonly template: string;
  /** The code of the number format; 23 is a bullet. */
  readonly format?: number;
}

/** The content of a document: its main text, and its parts by the index of their table ([MS-DOC], 2.5.6). */
export interface BuiltDocument {
  readonly paragraphs: readonly BuiltParagraph[];
  /** The levels of each list. The first one has the number 1. */
  readonly lists?: readonly (readonly BuiltLevel[])[];
  /** Where the sections end in the text. */
  readonly sectionEnds?: readonly number[];
  /** Text boxes, by the number of their shape, and the drawing with their shapes as records. */
  readonly boxes?: readonly { readonly shape: number; readonly text: string }[];
  readonly drawing?: Uint8Array;
  /** Where shapes are anchored in the text. */
  readonly anchors?: readonly { readonly shape: number; readonly at: number }[];
  /** The names of its fonts. */
  readonly fonts?: readonly string[];
  /** The data stream. */
  readonly data?: Uint8Array;
}

/** Returns a paragraph of one run, with its mark. */
export function paragraphOf(text: string, modifiers: readonly number[] = []): BuiltParagraph {
  return { runs: [{ text: `${text}\r` }], modifiers };
}

/** Property modifiers of paragraphs and characters ([MS-DOC], 2.6.1 and 2.6.2). */
export const modifiers = {
  list: (list: number, level = 0): readonly number[] => [0x0a, 0x26, level, 0x0b, 0x46, list, 0],
  /** The font of characters, by its index. */
  font: (index: number): readonly number[] => [0x4f, 0x4a, index, 0],
  outline: (level: number): readonly number[] => [0x40, 0x26, level],
};

export const textAt = 0x600;
export const pageBytes = 512;

/** Builds a document of Word 97 with as few structures as it needs. Its formatted pages must hold all runs. */
export async function buildWordDocument(document: BuiltDocument): Promise<Uint8Array> {
  const { boxes = [], anchors = [], drawing = new Uint8Array() } = document;
  const paragraphs = [...document.paragraphs, ...boxes.map((box) => ({ runs: [{ text: box.text }] }))];
  const mainLength = document.paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join("").length;
  const text = paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join("");
  const bytes = Buffer.from(text, "latin1");
  const pagesAt = Math.ceil((textAt + bytes.length) / pageBytes);
  const main = Buffer.alloc((pagesAt + 2) * pageBytes);
  bytes.copy(main, textAt);
  characterPage(paragraphs).copy(main, pagesAt * pageBytes);
  paragraphPage(paragraphs).copy(main, (pagesAt + 1) * pageBytes);
  const end = textAt + bytes.length;
  const table = writeHeader(main, { main: mainLength, boxes: bytes.length - mainLength }, [
    [tableIndex.styles, styleSheet()],
    [tableIndex.sections, positions(sectionsOf(document, mainLength), 12)],
    [tableIndex.characterPages, integers(textAt, end, pagesAt)],
    [tableIndex.paragraphPages, integers(textAt, end, pagesAt + 1)],
    [tableIndex.fonts, fontTable(document.fonts ?? [])],
    [tableIndex.pieces, pieceTable(bytes.length)],
    [tableIndex.shapeAnchors, anchorTable(anchors, mainLength)],
    [tableIndex.drawings, Buffer.from(drawing)],
    [tableIndex.textBoxes, boxTable(boxes)],
    [tableIndex.lists, listTable(document.lists ?? [])],
    [tableIndex.listOverrides, overrideTable(document.lists ?? [])],
  ]);
  const { utils, write } = await import("cfb");
  const file = utils.cfb_new();
  utils.cfb_add(file, "/WordDocument", main);
  utils.cfb_add(file, "/1Table", table);
  if (document.data !== undefined) utils.cfb_add(file, "/Data", Buffer.from(document.data));
  return Uint8Array.from(write(file, { type: "buffer" }) as Buffer);
}

const tableIndex = {
  styles: 1,
  sections: 6,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  shapeAnchors: 40,
  drawings: 50,
  textBoxes: 56,
  lists: 73,
  listOverrides: 74,
} as const;

/** Writes the file information block, and returns the stream with the tables. */
function writeHeader(
  main: Buffer,
  lengths: { readonly main: number; readonly boxes: number },
  tables: readonly (readonly [index: number, bytes: Buffer])[],
): Buffer {
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(0x0200, 0x0a);
  main.writeUInt32LE(lengths.main, 0x4c);
  main.writeUInt32LE(lengths.boxes, 0x4c + 6 * 4);
  main.writeUInt16LE(0x5d, 0x98);
  let at = 0;
  for (const [index, bytes] of tables) {
    main.writeUInt32LE(at, 0x9a + index * 8);
    main.writeUInt32LE(bytes.length, 0x9a + index * 8 + 4);
    at += bytes.length;
  }
  return Buffer.concat(tables.map(([, bytes]) => bytes));
}

export function integers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** A table of positions whose data are zero bytes. */
function positions(at: readonly number[], dataBytes: number): Buffer {
  return Buffer.concat([integers(...at), Buffer.alloc((at.length - 1) * dataBytes)]);
}

function sectionsOf({ sectionEnds = [] }: BuiltDocument, characters: number): readonly number[] {
  return [0, ...sectionEnds, characters];
}

function pieceTable(characters: number): Buffer {
  const table = Buffer.alloc(5 + 16);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(characters, 9);
  table.writeUInt32LE(0x4000_0000 + textAt * 2, 15);
  return table;
}

/** A style sheet with a plain style and nine headings, which have no names. */
function styleSheet(): Buffer {
  const count = 10;
  const header = Buffer.from([18, 0, count, 0, 10, 0, ...new Uint8Array(14)]);
  const style = Buffer.alloc(22);
  style.writeUInt16LE(0xfff1, 2);
  // After an empty name: an empty list of paragraph modifiers, which has the index of the style, and one of characters.
  style.writeUInt16LE(2, 14);
  const sized = Buffer.concat([Buffer.from([style.length, 0]), style]);
  return Buffer.concat([header, ...Array.from({ length: count }, () => sized)]);
}

export function runEnds(runs: readonly BuiltRun[]): readonly number[] {
  const ends = [textAt];
  for (const { text } of runs) ends.push((ends.at(-1) ?? 0) + text.length);
  return ends;
}

/** Builds a page of runs: their ends, the places of their properties, and the properties from the end of the page. */
export function formattedPage(ends: readonly number[], entryBytes: number, properties: readonly Buffer[]): Buffer {
  const page = Buffer.alloc(pageBytes);
  integers(...ends).copy(page, 0);
  page.writeUInt8(properties.length, pageBytes - 1);
  let at = pageBytes - 2;
  for (const [index, bytes] of properties.entries()) {
    at -= bytes.length + (bytes.length % 2);
    bytes.copy(page, at);
    page.writeUInt8(at / 2, ends.length * 4 + index * entryBytes);
  }
  if (at < ends.length * 4 + properties.length * entryBytes) throw new Error("The page is too small for the runs.");
  return page;
}

function characterPage(paragraphs: readonly BuiltParagraph[]): Buffer {
  const runs = paragraphs.flatMap((paragraph) => paragraph.runs);
  const properties = runs.map(({ modifiers: own = [] }) => Buffer.from([own.length, ...own]));
  return formattedPage(runEnds(runs), 1, properties);
}

function paragraphPage(paragraphs: readonly BuiltParagraph[]): Buffer {
  const texts = paragraphs.map(({ runs }) => ({ text: runs.map(({ text }) => text).join("") }));
  const properties = paragraphs.map(({ style = 0, modifiers: own = [] }) => {
    // The length is in pairs of bytes, and includes half of the first pair.
    const padding = own.length % 2 === 0 ? [] : [0];
    const bytes = [style, 0, ...own, ...padding];
    return Buffer.from([0, bytes.length / 2, ...bytes]);
  });
  return formattedPage(runEnds(texts), 13, properties);
}

/** Font names ([MS-DOC], 2.9.83 FFN), each behind its length and other facts. */
function fontTable(names: readonly string[]): Buffer {
  const entries = names.map((name) => {
    const bytes = Buffer.concat([Buffer.alloc(40), Buffer.from(`${name}\0`, "utf16le")]);
    bytes.writeUInt8(bytes.length - 1, 0);
    return bytes;
  });
  return Buffer.concat([Buffer.from([names.length, 0, 0, 0]), ...entries]);
}

/** Lists with nine levels; their levels follow the table. */
function listTable(lists: readonly (readonly BuiltLevel[])[]): Buffer {
  const entries = lists.map((_, index) => {
    const entry = Buffer.alloc(28);
    entry.writeUInt32LE(index + 1, 0);
    return entry;
  });
  const levels = lists.flatMap((given) =>
    Array.from({ length: 9 }, (_, index) => levelOf(given[index] ?? { template: "" })),
  );
  return Buffer.concat([Buffer.from([lists.length, 0]), ...entries, ...levels]);
}

function levelOf({ template, format = 0 }: BuiltLevel): Buffer {
  const head = Buffer.alloc(28);
  head.writeUInt32LE(1, 0);
  head.writeUInt8(format, 4);
  return Buffer.concat([head, Buffer.from([template.length, 0]), Buffer.from(template, "utf16le")]);
}

function overrideTable(lists: readonly (readonly BuiltLevel[])[]): Buffer {
  const entries = lists.map((_, index) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(index + 1, 0);
    return entry;
  });
  return Buffer.concat([integers(lists.length), ...entries, Buffer.alloc(lists.length * 4, 0xff)]);
}

/** Shapes are 26 bytes that start with their number; the rest is their place on the page. */
function anchorTable(anchors: NonNullable<BuiltDocument["anchors"]>, end: number): Buffer {
  const data = anchors.map(({ shape }) => Buffer.concat([integers(shape), Buffer.alloc(22)]));
  return Buffer.concat([integers(...anchors.map(({ at }) => at), end), ...data]);
}

/** Text boxes are 22 bytes with the number of their shape at 14. */
function boxTable(boxes: NonNullable<BuiltDocument["boxes"]>): Buffer {
  const data = boxes.map(({ shape }) => Buffer.concat([Buffer.alloc(14), integers(shape), Buffer.alloc(4)]));
  return Buffer.concat([integers(...lengthsOf(boxes.map(({ text }) => text))), ...data]);
}

/** Returns where texts end that follow one another, after the start of the first one. */
export function lengthsOf(texts: readonly string[]): readonly number[] {
  const ends = [0];
  for (const text of texts) ends.push((ends.at(-1) ?? 0) + text.length);
  return ends;
}

/** Builds a drawing record ([MS-ODRAW], 1.3.1) that contains others, or bytes. */
export function artRecord(type: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

/** Builds a shape with this number. */
export function artShape(identifier: number): Buffer {
  return artRecord(0xf004, artRecord(0xf00a, integers(identifier, 0)));
}
