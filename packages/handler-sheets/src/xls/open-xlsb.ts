import { type HandlerContext, quoted, type Source } from "@reader/core/handler";
import { damageWords, openPackage, type OfficePackage } from "@reader/office-kit/package";
import { readEmbeddedParts, type EmbeddedParts } from "@reader/office-kit/embedded";
import { macroModulesOf } from "@reader/office-kit/vba";
import type { Workbook } from "../sheets/workbook.ts";
import { sheetDrawings, sheetImages } from "../xlsx/drawings.ts";
import { partsOfType, relationshipsOf } from "../xlsx/sheet-relationships.ts";
import { newLimits, parseWorkbook, type CheckedWorkbook } from "./checked-workbook.ts";
import { loadSheetEngine, parseOptions, type CompoundFile } from "./engine.ts";
import { workbookOf, type SheetSupplement } from "./parsed-workbook.ts";
import { parseSafely } from "./parse-safely.ts";
import { hasCompleteExtras, isSafeFormula } from "./safe-formulas.ts";

/** Package parts that SheetJS reads; images and macros are skipped. */
const readParts = /^(?:\[Content_Types\]\.xml|.*\.rels|docProps\/[^/]+\.xml|xl\/.*\.(?:bin|xml|vml))$/i;
const otherParts = /(?:vbaProject|printerSettings\d*|oleObject\d*|activeX\d*)\.bin$/i;

const macroPart = "xl/vbaProject.bin";

/** The entry type of streams, as opposed to storages, in SheetJS. */
const streamType = 2;

/** Opens a binary workbook. Its parts are unpacked within our limits, because SheetJS has none. */
export async function openXlsb(source: Source, context: HandlerContext): Promise<Workbook> {
  const archive = await openPackage(source, context);
  const file = await unpacked(archive, source.path);
  context.signal.throwIfAborted();
  const engine = await loadSheetEngine();
  const parsed = parseWorkbook(source.path, newLimits, () => engine.parse_zip(file, parseOptions));
  const embedded = await readEmbeddedParts(archive);
  return workbookOf(parsed, {
    hasMacros: archive.has(macroPart),
    remarks: damageWords(archive),
    modules: await macroModulesOf(await archive.bytes(macroPart)),
    supplements: await supplementsOf(parsed, { archive, names: embedded.names }, context),
    embedded: embedded.files,
    externalLinks: await linkedFiles(archive),
  });
}

/** Maximum number of linked workbooks. */
const maxLinks = 200;

/** Lists the other workbooks that formulas refer to. Their numbers are in binary records. */
async function linkedFiles(archive: OfficePackage): Promise<readonly string[]> {
  const parts = await partsOfType(archive, "xl/workbook.bin", "externalLink");
  const named: string[] = [];
  for (const part of parts.slice(0, maxLinks)) {
    const links = [...(await relationshipsOf(archive, part)).values()];
    named.push(...links.filter(({ isExternal }) => isExternal).map(({ target }) => quoted(target)));
  }
  return named;
}

/** Reads what SheetJS leaves out. Drawings of binary workbooks use the same XML as XLSX. */
async function supplementsOf(
  { sheets }: CheckedWorkbook,
  { archive, names }: { readonly archive: OfficePackage } & Pick<EmbeddedParts, "names">,
  context: HandlerContext,
): Promise<readonly SheetSupplement[]> {
  const relationships = await relationshipsOf(archive, "xl/workbook.bin");
  return sheets.map(({ name, relationship }) => {
    const part = relationships.get(relationship)?.target ?? "";
    return {
      frozenRows: 0,
      hasFilter: true,
      drawings: () => sheetDrawings({ office: archive, part, name, fileNames: names }),
      images: () => sheetImages(archive, part, context),
    };
  });
}

/** Returns the parts in the form that SheetJS uses for an unpacked ZIP file. */
async function unpacked({ zip }: OfficePackage, path: string): Promise<CompoundFile> {
  const paths: string[] = [];
  const files: { name: string; type: number; content: Uint8Array }[] = [];
  for (const entry of zip.entries) {
    if (!readParts.test(entry.name) || otherParts.test(entry.name)) continue;
    const content = Buffer.from(await zip.read(entry));
    if (entry.name.toLowerCase().endsWith(".bin")) parseSafely(path, () => repairPart(content));
    paths.push(entry.name);
    files.push({ name: entry.name, type: streamType, content });
  }
  return { FullPaths: paths, FileIndex: files };
}

/** Records ([MS-XLSB] 2.3.2) whose ranges SheetJS expands cell by cell. */
const linkType = 0x01ee;
const columnsType = 0x3c;

/** Records with formatted text, and the offset of their flags (2.5.121): BrtSSTItem, BrtCommentText, BrtCellRString. */
const flagPlaces: ReadonlyMap<number, number> = new Map([
  [0x13, 0],
  [0x027d, 0],
  [0x3e, 8],
]);

/** Flag of text with character formats, whose count follows. The formats are not shown. */
const formattedFlag = 0x01;

/** The last column of a sheet, from 0 (2.5.154). */
const lastColumn = 16_383;

/** Maximum number of columns with a width in a part. SheetJS creates an object for each. */
const maxColumns = 64 * (lastColumn + 1);

/** Maximum number of linked cells in a part: a whole column. SheetJS creates a cell for each. */
const maxLinkedCells = 1_048_576;

/** Size of a range, in bytes: first and last row, first and last column (2.5.156). */
const rangeBytes = 16;

/**
 * Repairs a part of a binary workbook in place so that SheetJS terminates: columns are clipped to the sheet, links on
 * more cells than a column are reduced to their first cell, text formats are removed, and texts and formulas are
 * clipped to their records. Throws if a record ends before the length of its text.
 */
export function repairPart(part: Uint8Array): void {
  const left = { cells: maxLinkedCells, columns: maxColumns };
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  for (const { type, at, end, isWhole } of recordsIn(part)) {
    if (type === columnsType && at + columnsBytes <= end) repairColumns(view, at, left);
    else if (type === linkType && at + rangeBytes <= end) repairLink(view, at, left);
    const flagsAt = at + (flagPlaces.get(type) ?? Number.POSITIVE_INFINITY);
    if (flagsAt < end) view.setUint8(flagsAt, view.getUint8(flagsAt) & ~formattedFlag);
    if (isWhole) repairTexts(view, { type, at, end });
  }
}

/** The remaining work allowed for a part. */
interface Left {
  cells: number;
  columns: number;
}

/** Size of the first and the last column number, in bytes. */
const columnsBytes = 8;

/** Limits column widths. A record whose last column precedes its first describes no columns. */
function repairColumns(view: DataView, at: number, left: Left): void {
  const first = view.getUint32(at, true);
  const last = Math.min(view.getUint32(at + 4, true), lastColumn);
  const columns = Math.max(0, last - first + 1);
  left.columns -= columns;
  if (left.columns < 0) view.setUint32(at, lastColumn + 1, true);
  view.setUint32(at + 4, last, true);
}

function repairLink(view: DataView, at: number, left: Left): void {
  const cells = cellsOf(view, at);
  if (cells <= left.cells) left.cells -= cells;
  else toFirstCell(view, at);
}

function cellsOf(view: DataView, at: number): number {
  const [firstRow = 0, lastRow = 0, first = 0, last = 0] = [0, 4, 8, 12].map((place) =>
    view.getUint32(at + place, true),
  );
  return Math.max(0, lastRow - firstRow + 1) * Math.max(0, last - first + 1);
}

function toFirstCell(view: DataView, at: number): void {
  view.setUint32(at + 4, view.getUint32(at, true), true);
  view.setUint32(at + 12, view.getUint32(at + 8, true), true);
}

/** Yields the records of a part. Types and lengths are stored with seven bits per byte (2.1.4). */
function* recordsIn(part: Uint8Array): Generator<PartRecord & { readonly isWhole: boolean }> {
  for (let at = 0; at < part.length;) {
    const type = numberAt(part, at, 2);
    const length = numberAt(part, at + type.bytes, 4);
    const start = at + type.bytes + length.bytes;
    at = start + length.value;
    yield { type: type.value, at: start, end: Math.min(at, part.length), isWhole: at <= part.length };
  }
}

function numberAt(part: Uint8Array, at: number, maxBytes: number): { readonly value: number; readonly bytes: number } {
  let value = 0;
  let bytes = 0;
  for (let byte = 0x80; bytes < maxBytes && (byte & 0x80) !== 0; bytes += 1) {
    byte = part[at + bytes] ?? 0;
    value += (byte & 0x7f) << (7 * bytes);
  }
  return { value, bytes };
}

/** A record of a binary part, by the position of its data. */
interface PartRecord {
  readonly type: number;
  readonly at: number;
  readonly end: number;
}

/** Offsets of the texts in records ([MS-XLSB] 2.4), and the number of consecutive texts. */
const textPlaces: ReadonlyMap<number, readonly [at: number, count: number]> = new Map([
  [0x06, [8, 1]],
  [0x08, [8, 1]],
  [0x11, [4, 1]],
  [0x13, [1, 1]],
  [0x27, [9, 1]],
  [0x2b, [21, 1]],
  [0x2c, [2, 1]],
  [0x3e, [9, 1]],
  [0x93, [19, 1]],
  [0x9c, [8, 2]],
  [0x0163, [0, 1]],
  [0x01ee, [16, 4]],
  [0x0226, [0, 1]],
  [0x0227, [0, 1]],
  [0x0278, [0, 1]],
  [0x027d, [1, 1]],
]);

/** Offsets of the formulas in records, after any texts. */
const formulaPlaces: ReadonlyMap<number, number> = new Map([
  [0x08, 2],
  [0x09, 18],
  [0x0a, 11],
  [0x0b, 11],
  [0x27, 0],
  [0x01aa, 17],
  [0x01ab, 16],
]);

/** Records of formulas that other cells refer to: BrtArrFmla and BrtShrFmla. */
const sharedTypes: ReadonlySet<number> = new Set([0x01aa, 0x01ab]);

/** Length value of an absent text. */
const absentText = 0xff_ff_ff_ff;

/**
 * Repairs the texts and formulas of a record in place. Texts are clipped to the record; a formula that is truncated or
 * that SheetJS could not write within bounds is emptied. SheetJS would otherwise read on into later records. Throws if
 * a record ends before the length of its text or formula.
 */
function repairTexts(view: DataView, { type, at, end }: PartRecord): void {
  const [textAt, count] = textPlaces.get(type) ?? [0, 0];
  let place = at + textAt;
  for (let text = 0; text < count; text += 1) place = endOfText(view, place, end);
  const formulaAt = formulaPlaces.get(type);
  if (formulaAt !== undefined) repairFormula(view, { type, at: place + formulaAt, end });
}

function endOfText(view: DataView, at: number, end: number): number {
  if (at + 4 > end) throw endsEarly();
  const length = view.getUint32(at, true);
  if (length === absentText) return at + 4;
  const most = Math.floor((end - at - 4) / 2);
  if (length > most) view.setUint32(at, most, true);
  return at + 4 + 2 * Math.min(length, most);
}

/**
 * Repairs a formula: its length, its tokens, and the length and bytes of the data that the tokens refer to (2.5.97.4).
 */
function repairFormula(view: DataView, { type, at, end }: PartRecord): void {
  if (at + 8 > end) throw endsEarly();
  const bytes = view.getUint32(at, true);
  const extrasAt = at + 4 + bytes;
  if (extrasAt + 4 <= end) {
    const formula = new DataView(view.buffer, view.byteOffset + at + 4, bytes);
    const extraBytes = view.getUint32(extrasAt, true);
    const extras = new DataView(view.buffer, view.byteOffset + extrasAt + 4, end - extrasAt - 4);
    const isSafe = isSafeFormula(formula, sharedTypes.has(type) ? "shared" : "alone", 12);
    if (isSafe && (extraBytes === 0 || hasCompleteExtras(formula, extras))) return;
  }
  view.setUint32(at, 0, true);
  view.setUint32(at + 4, 0, true);
}

function endsEarly(): Error {
  return new RangeError("The record ends before its text or formula.");
}
