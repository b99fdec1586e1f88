import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import type { Workbook } from "../sheets/workbook.ts";
import { storedPictures } from "./biff/pictures.ts";
import { readSupplements } from "./biff/read-supplements.ts";
import { recordsIn } from "./biff/records.ts";
import { hasMacroStreams, streamOf } from "./compound-streams.ts";
import { loadCodePages, loadSheetEngine, parseOptions, type ParsedWorkbook } from "./engine.ts";
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
  return isCompound ? openCompound(source.path, bytes, context) : openBare(source.path, bytes);
}

/** Before Excel 5 a file was nothing but its records; their strings need code pages. */
async function openBare(path: string, bytes: Uint8Array): Promise<Workbook> {
  // The library takes anything for some format of its own.
  if (!isRecordStart(bytes)) throw new ReadError("corrupt", `${path} is no workbook of Excel.`);
  const engine = await loadCodePages();
  const parsed = parseSafely(path, () => engine.read(bytes, parseOptions));
  return workbookOf(parsed, { hasMacros: false, supplements: [] });
}

/** BOF records have the type 9 and the version in their other byte ([MS-XLS] 2.4.21). */
function isRecordStart([type, version = -1]: Uint8Array): boolean {
  return type === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(version);
}

async function openCompound(path: string, bytes: Uint8Array, context: HandlerContext): Promise<Workbook> {
  const opened = await loadSheetEngine();
  const file = parseSafely(path, () => opened.CFB.read(bytes, { type: "array" }));
  const stream = streamOf(file, "Workbook");
  // Strings of Excel 5 and 95 need code pages, too; the later ones do not.
  const engine = stream === undefined ? await loadCodePages() : opened;
  const parsed = parseSafely(path, () => {
    const options = { ...parseOptions, password: context.password ?? "" };
    return parseProtected(stream ?? streamOf(file, "Book"), () => engine.parse_xlscfb(file, options));
  });
  return workbookOf(parsed, {
    hasMacros: hasMacroStreams(file),
    supplements: stream === undefined ? [] : supplementsOf(stream, context),
    embedded: embeddedFiles(file, engine),
  });
}

/** The library takes what it cannot decrypt for damaged. */
function parseProtected(stream: Uint8Array | undefined, parse: () => ParsedWorkbook): ParsedWorkbook {
  try {
    return parse();
  } catch (error) {
    throw stream !== undefined && isEncrypted(stream) ? new Error("The workbook is encrypted.") : error;
  }
}

/** [MS-XLS] 2.4.117: the record says how all those behind it are encrypted. It is among the first. */
const filePassType = 0x2f;
const firstRecords = 10;

function isEncrypted(stream: Uint8Array): boolean {
  let count = 0;
  for (const { type } of recordsIn(stream)) {
    if (type === filePassType) return true;
    count += 1;
    if (count === firstRecords) return false;
  }
  return false;
}

function supplementsOf(stream: Uint8Array, context: HandlerContext): readonly (SheetSupplement | undefined)[] {
  const { sheets, pictures: store } = readSupplements(stream);
  return sheets.map((found) => {
    if (found === undefined) return undefined;
    const { frozenRows, drawings, pictures } = found;
    return {
      frozenRows,
      drawings: () => Promise.resolve(drawings),
      pictures: () => storedPictures(store, pictures, context),
    };
  });
}
