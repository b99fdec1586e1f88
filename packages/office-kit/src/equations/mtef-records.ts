/** A node of a formula, as Equation Editor and MathType store it (MTEF). */
export type MtefNode = MtefCharacter | MtefLine | MtefPile | MtefMatrix | MtefTemplate;

/** A character with its embellishments, such as primes and hats. */
export interface MtefCharacter {
  readonly type: "character";
  /** The number of its typeface, such as 1 for text; negative numbers are fonts that the author chose. */
  readonly face: number;
  /** MTCode, which is Unicode with private-use characters; the position in the font in MTEF 2. */
  readonly code: number;
  readonly marks: readonly number[];
}

/** A horizontal sequence of nodes: a line of the formula, or a slot of a template. */
export interface MtefLine {
  readonly type: "line";
  readonly items: readonly MtefNode[];
}

/** Lines below each other. */
export interface MtefPile {
  readonly type: "pile";
  readonly items: readonly MtefNode[];
}

/** Cells in rows and columns. */
export interface MtefMatrix {
  readonly type: "matrix";
  readonly columns: number;
  /** The cells, row by row. */
  readonly items: readonly MtefNode[];
}

/** A construct with slots, such as a fraction. */
export interface MtefTemplate {
  readonly type: "template";
  readonly selector: number;
  readonly variation: number;
  /** The slots, then characters such as brackets or the sign of a sum. */
  readonly items: readonly MtefNode[];
}

/** A formula with what decides how its characters are encoded. */
export interface MtefFormula {
  /** The version of the format: 2 or 3 (Equation Editor), or 5 (MathType 4 and later). */
  readonly version: 2 | 3 | 5;
  readonly isMacintosh: boolean;
  readonly items: readonly MtefNode[];
}

/** Maximum depth of a formula; parts below it are not read. */
const maxDepth = 64;

/** Maximum number of records of a formula; the ones after that are not read. */
const maxRecords = 10_000;

/** Maximum number of embellishments of a character; further ones are dropped. */
const maxMarks = 8;

/** The header of the stream (`EQNOLEFILEHDR`): its size, a version, a clipboard format, and the size of the formula. */
const headerBytes = 28;

/**
 * Parses the stream `Equation Native` of an object. Formulas that are cut off or damaged give what precedes the damage.
 * Returns `undefined` if the stream is not MTEF 2, 3 or 5.
 */
export function parseMtef(stream: Uint8Array): MtefFormula | undefined {
  const cursor = createCursor(stream);
  if (cursor.u16() !== headerBytes) return undefined;
  cursor.skip(headerBytes - 2);
  const version = cursor.u8();
  if (version !== 2 && version !== 3 && version !== 5) return undefined;
  const isMacintosh = cursor.u8() === 0;
  cursor.skip(3);
  if (version === 5) {
    // The name of the program, and whether the formula is inline.
    cursor.skipText();
    cursor.skip(1);
  }
  const items = readItems({ cursor, version, depth: 0, left: { records: maxRecords } });
  return { version, isMacintosh, items };
}

interface Cursor {
  /** Returns the next byte; 0, which ends lists, after the last one. */
  u8(): number;
  u16(): number;
  skip(bytes: number): void;
  /** Skips text that ends with a zero byte. */
  skipText(): void;
  /** Ends the reading: no bytes follow. */
  end(): void;
}

function createCursor(bytes: Uint8Array): Cursor {
  let at = 0;
  const u8 = (): number => bytes[at++] ?? 0;
  return {
    u8,
    u16: () => u8() + u8() * 256,
    skip: (count) => void (at += count),
    skipText() {
      const end = bytes.indexOf(0, at);
      at = end < 0 ? bytes.length : end + 1;
    },
    end: () => void (at = bytes.length),
  };
}

interface Reading {
  readonly cursor: Cursor;
  readonly version: MtefFormula["version"];
  readonly depth: number;
  readonly left: { records: number };
}

/** The start of a record. MTEF 5 stores the options in their own byte, if the record has any. */
interface Tag {
  readonly record: number;
  readonly options: number;
}

/** Numbers of records. */
const records = {
  end: 0,
  line: 1,
  character: 2,
  template: 3,
  pile: 4,
  matrix: 5,
  embellishment: 6,
  ruler: 7,
  font: 8,
  size: 9,
  colour: 15,
  colourDefinition: 16,
  fontDefinition: 17,
  preferences: 18,
  encoding: 19,
  /** The first record with a length, which a reader can skip. */
  future: 100,
} as const;

/** Records whose options precede the rest. */
const withOptions: ReadonlySet<number> = new Set([
  records.line,
  records.character,
  records.template,
  records.pile,
  records.matrix,
  records.embellishment,
]);

/** Options of records. The first two bits have another meaning in each. */
const option = { isEmpty: 1, ruler: 2, spacing: 4, nudge: 8 } as const;

function readTag({ cursor, version }: Reading): Tag {
  const byte = cursor.u8();
  if (version !== 5) return { record: byte & 15, options: byte >> 4 };
  return { record: byte, options: withOptions.has(byte) ? cursor.u8() : 0 };
}

/** Reads nodes up to the end of the list. */
function readItems(reading: Reading): readonly MtefNode[] {
  const items: MtefNode[] = [];
  for (let tag = readTag(reading); tag.record !== records.end; tag = readTag(reading)) {
    reading.left.records -= 1;
    if (reading.left.records < 0 || reading.depth > maxDepth) {
      reading.cursor.end();
      break;
    }
    const node = readNode(tag, reading);
    if (node !== undefined) items.push(node);
  }
  return items;
}

function readNode(tag: Tag, reading: Reading): MtefNode | undefined {
  if (withOptions.has(tag.record) && (tag.options & option.nudge) !== 0) skipNudge(reading.cursor);
  const inner = { ...reading, depth: reading.depth + 1 };
  switch (tag.record) {
    case records.line:
      return readLine(tag, inner);
    case records.character:
      return readCharacter(tag, inner);
    case records.template:
      return readTemplate(inner);
    case records.pile:
      return readPile(tag, inner);
    case records.matrix:
      return readMatrix(inner);
    case records.embellishment:
      readMarks(reading);
      return undefined;
    default:
      skipRecord(tag, reading);
      return undefined;
  }
}

/** Skips an offset by which the author moved something: two bytes, or two numbers after bytes of 128. */
function skipNudge(cursor: Cursor): void {
  const isLarge = cursor.u8() === 128;
  if (cursor.u8() === 128 && isLarge) cursor.skip(4);
}

function readLine({ options }: Tag, reading: Reading): MtefLine {
  if ((options & option.spacing) !== 0) reading.cursor.skip(2);
  skipRuler(options, reading.cursor);
  return { type: "line", items: (options & option.isEmpty) === 0 ? readItems(reading) : [] };
}

function readPile({ options }: Tag, reading: Reading): MtefPile {
  reading.cursor.skip(2);
  skipRuler(options, reading.cursor);
  return { type: "pile", items: readItems(reading) };
}

/** Skips the tab stops of a line or pile. They are not a record of their own there. */
function skipRuler(options: number, cursor: Cursor): void {
  if ((options & option.ruler) !== 0) skipTabStops(cursor);
}

/** Skips tab stops: their number, then the kind and the position of each. */
function skipTabStops(cursor: Cursor): void {
  cursor.skip(cursor.u8() * 3);
}

function readMatrix(reading: Reading): MtefMatrix {
  const { cursor } = reading;
  // Alignments.
  cursor.skip(3);
  const rows = cursor.u8();
  const columns = cursor.u8();
  // Two bits for each line between rows, and between columns.
  cursor.skip(Math.ceil((rows + 1) / 4) + Math.ceil((columns + 1) / 4));
  return { type: "matrix", columns, items: readItems(reading) };
}

function readTemplate(reading: Reading): MtefTemplate {
  const { cursor, version } = reading;
  const selector = cursor.u8();
  const low = cursor.u8();
  const variation = version === 5 && (low & 0x80) !== 0 ? (low & 0x7f) | (cursor.u8() << 8) : low;
  // Options of the template, which only change how it is drawn.
  cursor.skip(1);
  return { type: "template", selector, variation, items: readItems(reading) };
}

/** The number that is added to typefaces. */
const faceBias = 128;

const characterOption = { hasMarks: 1, hasByte: 4, hasWord: 16, hasNoCode: 32 } as const;

function readCharacter({ options }: Tag, reading: Reading): MtefCharacter {
  const { cursor, version } = reading;
  const face = cursor.u8() - faceBias;
  if (version !== 5) {
    const code = version === 2 ? cursor.u8() : cursor.u16();
    return { type: "character", face, code, marks: (options & 2) === 0 ? [] : readMarkList(reading) };
  }
  const own = (options & characterOption.hasNoCode) === 0 ? cursor.u16() : undefined;
  const position = readPosition(options, cursor);
  const marks = (options & characterOption.hasMarks) === 0 ? [] : readMarkList(reading);
  return { type: "character", face, code: own ?? position, marks };
}

/** Reads the position of a character in its font, which precedes its embellishments. */
function readPosition(options: number, cursor: Cursor): number {
  if ((options & characterOption.hasByte) !== 0) return cursor.u8();
  return (options & characterOption.hasWord) === 0 ? 0 : cursor.u16();
}

/** Reads the embellishments of a character up to the end of their list. */
function readMarkList(reading: Reading): readonly number[] {
  const marks: number[] = [];
  for (let tag = readTag(reading); tag.record !== records.end; tag = readTag(reading)) {
    reading.left.records -= 1;
    if (tag.record !== records.embellishment || reading.left.records < 0) {
      reading.cursor.end();
      break;
    }
    if ((tag.options & option.nudge) !== 0) skipNudge(reading.cursor);
    readMarks(reading, marks);
  }
  return marks.slice(0, maxMarks);
}

/** Reads the marks of a record: one, or in MTEF 3 several up to a zero byte. */
function readMarks({ cursor, version }: Reading, marks: number[] = []): void {
  marks.push(cursor.u8());
  if (version !== 3) return;
  for (let mark = cursor.u8(); mark !== 0; mark = cursor.u8()) marks.push(mark);
}

/** Skips a record that has no content. */
function skipRecord({ record }: Tag, { cursor, version }: Reading): void {
  if (record === records.ruler) skipTabStops(cursor);
  else if (record === records.size) skipSize(cursor);
  else if (record === records.font) skipFont(cursor, version);
  else if (version === 5) skipDefinition(record, cursor);
}

const sizeOf = { points: 101, largeDifference: 100 } as const;

function skipSize(cursor: Cursor): void {
  const kind = cursor.u8();
  if (kind === sizeOf.points) cursor.skip(2);
  else cursor.skip(kind === sizeOf.largeDifference ? 3 : 1);
}

/** Skips a font: its number, its style and, before MTEF 5, its name. */
function skipFont(cursor: Cursor, version: MtefFormula["version"]): void {
  if (version === 5) readNumber(cursor);
  else cursor.skip(1);
  cursor.skip(1);
  if (version !== 5) cursor.skipText();
}

/** Reads a number of MTEF 5: one byte, or two bytes after 255. */
function readNumber(cursor: Cursor): number {
  const byte = cursor.u8();
  return byte === 255 ? cursor.u16() : byte;
}

function skipDefinition(record: number, cursor: Cursor): void {
  switch (record) {
    case records.colour:
      readNumber(cursor);
      return;
    case records.colourDefinition:
      skipColourDefinition(cursor);
      return;
    case records.fontDefinition:
      readNumber(cursor);
      cursor.skipText();
      return;
    case records.preferences:
      skipPreferences(cursor);
      return;
    case records.encoding:
      cursor.skipText();
      return;
    default:
      if (record >= records.future) cursor.skip(readNumber(cursor));
  }
}

/** Skips a colour: its model, three or four values, and its name if it has one. */
function skipColourDefinition(cursor: Cursor): void {
  const model = cursor.u8();
  cursor.skip((model & 1) === 0 ? 6 : 8);
  if ((model & 4) !== 0) cursor.skipText();
}

/** Skips the sizes, spaces and styles of a formula. */
function skipPreferences(cursor: Cursor): void {
  cursor.skip(1);
  skipDimensions(cursor);
  skipDimensions(cursor);
  for (let styles = cursor.u8(); styles > 0; styles -= 1) {
    if (cursor.u8() !== 0) cursor.skip(1);
  }
}

/** Half bytes that end a dimension. */
const endOfDimension = 15;

/** Bytes after which an unterminated array of dimensions ends. */
const maxDimensionBytes = 4096;

/** Skips an array of dimensions, which are sequences of half bytes. */
function skipDimensions(cursor: Cursor): void {
  let left = cursor.u8();
  for (let bytes = 0; left > 0 && bytes < maxDimensionBytes; bytes += 1) {
    const byte = cursor.u8();
    left -= Number(byte >> 4 === endOfDimension) + Number((byte & 15) === endOfDimension);
  }
}
