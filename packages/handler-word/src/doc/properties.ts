import type { SectionStart } from "../breaks/page-breaks.ts";
import { scriptOfPosition } from "@reader/document";
import { type ByteView, viewOf } from "@reader/office-kit/compound";

/** Formatting and state of a character run. */
export interface CharacterProperties {
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isCapital: boolean;
  isHidden: boolean;
  isInserted: boolean;
  isDeleted: boolean;
  script: "sup" | "sub" | undefined;
  /** The script of a shift, which counts without a stated one. */
  shifted: "sup" | "sub" | undefined;
  /** True if control characters of the run are placeholders. */
  isSpecial: boolean;
  /** The offset of the image in the data stream, or the number of an embedded object. */
  dataLocation: number | undefined;
  /** True if `dataLocation` refers to other binary data. */
  isData: boolean;
  /** True if `dataLocation` is the number of an embedded object. */
  isObject: boolean;
  /** A character that is given by its code in a symbol font. */
  symbol: { readonly font: number; readonly code: number } | undefined;
  font: number | undefined;
  inserter: number;
  deleter: number;
  insertedAt: number;
  deletedAt: number;
  /** The index of the character style. */
  style: number | undefined;
}

/** Properties of a paragraph. */
export interface ParagraphProperties {
  style: number;
  isInTable: boolean;
  isRowEnd: boolean;
  tableDepth: number | undefined;
  isInnerCellEnd: boolean;
  isInnerRowEnd: boolean;
  listLevel: number;
  /** The number of the list, from 1; 0 if the paragraph is not a list item. */
  list: number;
  /** The outline level, from 0; 9 means body text. */
  outline: number | undefined;
  /** Indent in twentieths of a point, and whether the first line starts left of the others. */
  indent: number;
  isHanging: boolean;
  /** True if the paragraph starts on a new page. */
  startsPage: boolean;
  /** Of the end of a row: the positions of its left side and of the right side of each cell. */
  cellEdges: readonly number[] | undefined;
}

/** Returns the default character properties. */
export function plainCharacters(): CharacterProperties {
  return {
    isBold: false,
    isItalic: false,
    isStruck: false,
    isCapital: false,
    isHidden: false,
    isInserted: false,
    isDeleted: false,
    script: undefined,
    shifted: undefined,
    isSpecial: false,
    dataLocation: undefined,
    isData: false,
    isObject: false,
    symbol: undefined,
    font: undefined,
    inserter: 0,
    deleter: 0,
    insertedAt: 0,
    deletedAt: 0,
    style: undefined,
  };
}

/** Returns the default paragraph properties. */
export function plainParagraph(): ParagraphProperties {
  return {
    style: 0,
    isInTable: false,
    isRowEnd: false,
    tableDepth: undefined,
    isInnerCellEnd: false,
    isInnerRowEnd: false,
    listLevel: 0,
    list: 0,
    outline: undefined,
    indent: 0,
    isHanging: false,
    startsPage: false,
    cellEdges: undefined,
  };
}

type CharacterChange = (properties: CharacterProperties, operand: Sprm["operand"]) => void;
type ParagraphChange = (properties: ParagraphProperties, operand: Sprm["operand"]) => void;

type Toggle = "isBold" | "isItalic" | "isStruck" | "isCapital" | "isHidden";

/** 0 and 1 set the property, 0x80 keeps the value of the style, 0x81 inverts it ([MS-DOC], 2.9.341 ToggleOperand). */
function toggle(name: Toggle): CharacterChange {
  return (properties, operand) => {
    const value = operand.u8(0);
    if (value <= 1) properties[name] = value === 1;
    else if (value === 0x81) properties[name] = !properties[name];
  };
}

const scripts = [undefined, "sup", "sub"] as const;

/** Character properties by code ([MS-DOC], 2.6.1). */
const characterChanges: ReadonlyMap<number, CharacterChange> = new Map([
  [0x0800, (to, operand) => void (to.isDeleted = operand.u8(0) === 1)],
  [0x0801, (to, operand) => void (to.isInserted = operand.u8(0) === 1)],
  [0x4804, (to, operand) => void (to.inserter = operand.u16(0))],
  [0x6805, (to, operand) => void (to.insertedAt = operand.u32(0))],
  [0x4863, (to, operand) => void (to.deleter = operand.u16(0))],
  [0x6864, (to, operand) => void (to.deletedAt = operand.u32(0))],
  [0x6a03, (to, operand) => void (to.dataLocation = operand.u32(0))],
  [0x0806, (to, operand) => void (to.isData = operand.u8(0) === 1)],
  [0x080a, (to, operand) => void (to.isObject = operand.u8(0) === 1)],
  [0x6a09, (to, operand) => void (to.symbol = { font: operand.u16(0), code: operand.u16(2) })],
  [0x0855, (to, operand) => void (to.isSpecial = operand.u8(0) === 1)],
  [0x4a30, (to, operand) => void (to.style = operand.u16(0))],
  [0x4a4f, (to, operand) => void (to.font = operand.u16(0))],
  [0x2a48, (to, operand) => void (to.script = scripts[operand.u8(0)])],
  [0x4845, (to, operand) => void (to.shifted = scriptOfPosition(signed(operand.u16(0))))],
  [0x2a53, (to, operand) => void (to.isStruck = operand.u8(0) === 1)],
  [0x0835, toggle("isBold")],
  [0x0836, toggle("isItalic")],
  [0x0837, toggle("isStruck")],
  [0x083b, toggle("isCapital")],
  [0x083c, toggle("isHidden")],
]);

/** The modifier that defines the cells of a row ([MS-DOC], 2.6.3). */
const tableDefinition = 0xd608;

/** Paragraph properties by code ([MS-DOC], 2.6.2). */
const paragraphChanges: ReadonlyMap<number, ParagraphChange> = new Map([
  [0x4600, (to, operand) => void (to.style = operand.u16(0))],
  [0x2407, (to, operand) => void (to.startsPage = operand.u8(0) === 1)],
  [0x2416, (to, operand) => void (to.isInTable = operand.u8(0) === 1)],
  [0x2417, (to, operand) => void (to.isRowEnd = operand.u8(0) === 1)],
  [0x6649, (to, operand) => void (to.tableDepth = operand.i32(0))],
  [0x664a, (to, operand) => void (to.tableDepth = (to.tableDepth ?? 0) + operand.i32(0))],
  [0x244b, (to, operand) => void (to.isInnerCellEnd = operand.u8(0) === 1)],
  [0x244c, (to, operand) => void (to.isInnerRowEnd = operand.u8(0) === 1)],
  [0x260a, (to, operand) => void (to.listLevel = Math.min(8, operand.u8(0)))],
  [0x460b, (to, operand) => void (to.list = operand.u16(0))],
  [0x840f, (to, operand) => void (to.indent = signed(operand.u16(0)))],
  [0x845e, (to, operand) => void (to.indent = signed(operand.u16(0)))],
  [0x8411, (to, operand) => void (to.isHanging = signed(operand.u16(0)) < 0)],
  [0x8460, (to, operand) => void (to.isHanging = signed(operand.u16(0)) < 0)],
  [0x2640, (to, operand) => void (to.outline = operand.u8(0))],
  [tableDefinition, (to, operand) => void (to.cellEdges = cellEdgesIn(operand))],
]);

/** Returns the edges of the cells of a row in a table definition ([MS-DOC], 2.9.332 TDefTableOperand). */
function cellEdgesIn(operand: Sprm["operand"]): readonly number[] {
  const cells = Math.min(maxCells, operand.u8(0));
  return Array.from({ length: cells + 1 }, (_, index) => signed(operand.u16(1 + index * 2)));
}

/** Maximum number of cells of a row in Word. */
const maxCells = 63;

/** Modifiers of a section that tell where it starts ([MS-DOC], 2.6.4): on the same page, in a new column, and so on. */
const sectionStartCode = 0x3009;
const sectionStarts = ["same", "same", "next", "even", "odd"] as const;

/** Returns where a section starts by its list of property modifiers. */
export function sectionStartIn(changes: Uint8Array): SectionStart {
  for (const { code, operand } of sprmsIn(changes)) {
    if (code === sectionStartCode) return sectionStarts[operand.u8(0)] ?? "next";
  }
  return "next";
}

function signed(value: number): number {
  return value < 0x8000 ? value : value - 0x1_0000;
}

/** Applies a list of property modifiers to character properties. */
export function applyToCharacters(properties: CharacterProperties, changes: Uint8Array): void {
  for (const { code, operand } of sprmsIn(changes)) characterChanges.get(code)?.(properties, operand);
}

/** Applies a list of property modifiers to paragraph properties. */
export function applyToParagraph(properties: ParagraphProperties, changes: Uint8Array): void {
  for (const { code, operand } of sprmsIn(changes)) paragraphChanges.get(code)?.(properties, operand);
}

/** The modifier that refers to modifiers in the data stream ([MS-DOC], 2.6.2). */
const distantCode = 0x6646;

/**
 * Returns the property modifiers of a paragraph. Modifiers that are too long for a formatted page, such as those of a
 * table row with many cells, are in the data stream ([MS-DOC], 2.9.209 PrcData), and the page has only their offset.
 */
export function withDistantChanges(changes: Uint8Array, data: ByteView): Uint8Array {
  for (const { code, operand } of sprmsIn(changes)) {
    if (code !== distantCode) continue;
    const at = operand.u32(0);
    return data.part(at + 2, Math.min(maxDistantBytes, data.u16(at))).bytes;
  }
  return changes;
}

/** The maximum length of modifiers in the data stream. */
const maxDistantBytes = 0x3fa2;

/** A single property modifier: its code and its operand. */
interface Sprm {
  readonly code: number;
  readonly operand: ByteView;
}

/** Operand sizes in bytes by the upper bits of the code; 0 if the operand starts with its size ([MS-DOC], 2.6.1). */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3] as const;

/** Iterates over the property modifiers of a list, in order. */
function* sprmsIn(bytes: Uint8Array): Generator<Sprm> {
  const view = viewOf(bytes);
  for (let at = 0; at + 2 < bytes.length;) {
    const code = view.u16(at);
    const fixed = operandBytes[code >> 13] ?? 1;
    const isLong = code === tableDefinition;
    const start = at + 2 + (fixed === 0 ? 1 : 0) + (isLong ? 1 : 0);
    const length = fixed === 0 ? lengthOf(view, at + 2, isLong) : fixed;
    yield { code, operand: view.part(start, length) };
    at = start + length;
  }
}

/** The two-byte size of a table definition includes one byte of the size field. */
function lengthOf(view: ByteView, at: number, isLong: boolean): number {
  return isLong ? Math.max(0, view.u16(at) - 1) : view.u8(at);
}
