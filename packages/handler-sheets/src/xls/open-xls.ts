import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { cutOffWords, soundCompound, readSummaryInformation, summaryStream } from "@reader/office-kit/compound";
import type { PasswordRequest } from "@reader/office-kit/encryption";
import { macroModulesIn } from "@reader/office-kit/vba";
import type { Workbook } from "../sheets/workbook.ts";
import { decryptWorkbook } from "./biff/decrypt-workbook.ts";
import { storedPictures } from "./biff/pictures.ts";
import { readSupplements } from "./biff/read-supplements.ts";
import { soundRecords } from "./biff/sound-records.ts";
import { oldLimits } from "./checked-sheet.ts";
import { parseWorkbook } from "./checked-workbook.ts";
import { hasMacroStreams, onlyCells, streamOf, streamsOf, withStream } from "./compound-streams.ts";
import { loadCodePages, loadSheetEngine, parseOptions, type CompoundFile, type SheetEngine } from "./engine.ts";
import { embeddedFiles } from "./embedded-files.ts";
import { openMarkup } from "./open-markup.ts";
import { parseSafely } from "./parse-safely.ts";
import { workbookOf, type SheetSupplement } from "./parsed-workbook.ts";

/** The start of every compound file ([MS-CFB] 2.2). */
const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0];

/** Opens a workbook of Excel 2 to 2003. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openXls(source: Source, context: HandlerContext): Promise<Workbook> {
  const bytes = await source.bytes();
  context.signal.throwIfAborted();
  if (source.sniff.text !== undefined) return openMarkup(source, context);
  const isCompound = compoundSignature.every((byte, index) => bytes[index] === byte);
  return isCompound ? openCompound(source.path, bytes, context) : openBare(source.path, bytes, context);
}

/** Before Excel 5 a file was nothing but its records; their strings need code pages. */
async function openBare(path: string, bytes: Uint8Array, { password }: HandlerContext): Promise<Workbook> {
  // The library takes anything for some format of its own.
  if (!isRecordStart(bytes)) throw new ReadError("corrupt", `${path} is no workbook of Excel.`);
  const plain = soundRecords(decryptWorkbook(bytes, { path, password }));
  const engine = await loadCodePages();
  const parsed = parseWorkbook(path, oldLimits, () => engine.read(plain, parseOptions));
  return workbookOf(parsed, { hasMacros: false, supplements: [] });
}

/** BOF records have the type 9 and the version in their other byte ([MS-XLS] 2.4.21). */
function isRecordStart([type, version = -1]: Uint8Array): boolean {
  return type === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(version);
}

async function openCompound(path: string, bytes: Uint8Array, context: HandlerContext): Promise<Workbook> {
  const opened = await loadSheetEngine();
  const locked = parseSafely(path, () => opened.CFB.read(soundCompound(bytes), { type: "array" }));
  const file = parseSafely(path, () => unlocked(locked, opened, { path, password: context.password }));
  const stream = streamOf(file, "Workbook");
  // Strings of Excel 5 and 95 need code pages, too; the later ones do not.
  const engine = stream === undefined ? await loadCodePages() : opened;
  const parsed = parseWorkbook(path, oldLimits, () => engine.parse_xlscfb(onlyCells(file), parseOptions));
  return workbookOf(parsed, {
    hasMacros: hasMacroStreams(file),
    properties: propertiesOf(file),
    modules: hasMacroStreams(file) ? await macroModulesIn(streamsOf(file)) : [],
    supplements: stream === undefined ? [] : supplementsOf(stream, context),
    embedded: embeddedFiles(file, engine),
    remarks: cutOffWords(bytes, locked.FileIndex),
  });
}

/** By the names that the library has for them. */
function propertiesOf(file: CompoundFile): Readonly<Record<string, unknown>> {
  const { title, author, created, modified } = readSummaryInformation(streamOf(file, summaryStream));
  return { Title: title, Author: author, CreatedDate: created, ModifiedDate: modified };
}

/** The file with its workbook deciphered, and its records mended. The library only reads streams that it has taken out of a file itself. */
function unlocked(file: CompoundFile, { CFB }: SheetEngine, request: PasswordRequest): CompoundFile {
  for (const name of ["Workbook", "Book"]) {
    const stream = streamOf(file, name);
    if (stream === undefined) continue;
    const plain = soundRecords(decryptWorkbook(stream, request));
    if (plain === stream) return file;
    return CFB.read(CFB.write(withStream(file, name, plain), { type: "buffer" }), { type: "array" });
  }
  return file;
}

function supplementsOf(stream: Uint8Array, context: HandlerContext): readonly (SheetSupplement | undefined)[] {
  const { sheets, pictures: store } = readSupplements(stream);
  return sheets.map((found) => {
    if (found === undefined) return undefined;
    const { frozenRows, hasFilter, drawings, pictures } = found;
    return {
      frozenRows,
      hasFilter,
      drawings: () => Promise.resolve(drawings),
      pictures: () => storedPictures(store, pictures, context),
    };
  });
}
