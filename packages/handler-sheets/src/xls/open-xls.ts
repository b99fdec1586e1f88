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
  const { file, workbook } = parseSafely(path, () => unlocked(locked, opened, { path, password: context.password }));
  // Strings of Excel 5 and 95 need code pages, too; the later ones do not.
  const engine = workbook === undefined ? await loadCodePages() : opened;
  const parsed = parseWorkbook(path, oldLimits, () => engine.parse_xlscfb(onlyCells(file), parseOptions));
  return workbookOf(parsed, {
    hasMacros: hasMacroStreams(file),
    properties: propertiesOf(file),
    modules: hasMacroStreams(file) ? await macroModulesIn(streamsOf(file)) : [],
    supplements: workbook === undefined ? [] : supplementsOf(workbook, context),
    // In the order of the file itself, which writing it again would change.
    embedded: embeddedFiles(locked, engine),
    remarks: cutOffWords(bytes, locked.FileIndex),
  });
}

/** By the names that the library has for them. */
function propertiesOf(file: CompoundFile): Readonly<Record<string, unknown>> {
  const { title, author, created, modified } = readSummaryInformation(streamOf(file, summaryStream));
  return { Title: title, Author: author, CreatedDate: created, ModifiedDate: modified };
}

/** A compound file whose workbook SheetJS can read. */
interface UnlockedFile {
  /** With the workbook deciphered, and its records mended. */
  readonly file: CompoundFile;
  /** The workbook of Excel 97 to 2003, deciphered, with all of its records; `undefined` if there is an older one. */
  readonly workbook?: Uint8Array;
}

/** Deciphers and mends the workbook. The library only reads streams that it has taken out of a file itself. */
function unlocked(file: CompoundFile, { CFB }: SheetEngine, request: PasswordRequest): UnlockedFile {
  for (const name of ["Workbook", "Book"]) {
    const stream = streamOf(file, name);
    if (stream === undefined) continue;
    const plain = decryptWorkbook(stream, request);
    const sound = soundRecords(plain);
    const workbook = name === "Workbook" ? { workbook: plain } : {};
    if (sound === stream) return { file, ...workbook };
    const written = CFB.write(withStream(file, name, sound), { type: "buffer" });
    return { file: CFB.read(written, { type: "array" }), ...workbook };
  }
  return { file };
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
