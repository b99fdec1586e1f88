import type { HandlerContext, Source } from "@reader/core/handler";
import { damageWords, openPackage, type OfficePackage } from "@reader/office-kit/package";
import { readEmbeddedParts, type EmbeddedParts } from "@reader/office-kit/embedded";
import { macroModulesOf } from "@reader/office-kit/vba";
import type { Workbook } from "../sheets/workbook.ts";
import { sheetDrawings, sheetImages } from "../xlsx/drawings.ts";
import { relationshipsOf } from "../xlsx/sheet-relationships.ts";
import { newLimits } from "./checked-sheet.ts";
import { parseWorkbook, type CheckedWorkbook } from "./checked-workbook.ts";
import { loadSheetEngine, parseOptions, type CompoundFile } from "./engine.ts";
import { workbookOf, type SheetSupplement } from "./parsed-workbook.ts";
import { parseSafely } from "./parse-safely.ts";
import { repairPart } from "./repair-parts.ts";

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
  });
}

/** Reads what SheetJS leaves out. Drawings of binary workbooks use the same XML as XLSX. */
async function supplementsOf(
  { sheets }: CheckedWorkbook,
  { archive, names }: { readonly archive: OfficePackage } & Pick<EmbeddedParts, "names">,
  context: HandlerContext,
): Promise<readonly SheetSupplement[]> {
  const relationships = await relationshipsOf(archive, "xl/workbook.bin");
  return sheets.map(({ relationship }) => {
    const part = relationships.get(relationship)?.target ?? "";
    return {
      frozenRows: 0,
      hasFilter: true,
      drawings: () => sheetDrawings(archive, part, names),
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
