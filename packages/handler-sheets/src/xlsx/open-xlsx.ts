import { macroModulesOf } from "@reader/office-kit/vba";
import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { readEmbeddedParts } from "@reader/office-kit/embedded";
import type { DocumentFacts } from "@reader/document/content";
import { damageWords, openPackage, type OfficePackage, targetOf, readCoreProperties } from "@reader/office-kit/package";
import type { Sheet, Workbook } from "../sheets/workbook.ts";
import { cellStyles } from "./cell-styles.ts";
import { createSharedStrings, type SharedStrings } from "./shared-strings.ts";
import { personsOf } from "./sheet-notes.ts";
import { relationshipsOf, treeOrNothing } from "./sheet-relationships.ts";
import { createSheetMemory, type SheetMemory } from "./sheet-windows.ts";
import { openSheet } from "./sheet.ts";
import type { SheetSurroundings } from "./sheet-surroundings.ts";
import { linkedBooks } from "./linked-books.ts";
import { tablesOfSheets } from "./tables.ts";
import { workbookPart, type WorkbookPart } from "./workbook-part.ts";

/** Bytes of small sheets that are kept while their workbook is open. */
const maxKeptBytes = 16 * 1024 * 1024;

/**
 * Opens a workbook of Office Open XML (ISO/IEC 29500-1, 12 and 18), of the Strict form, too. `memory` is what was kept
 * of workbooks before. Throws `corrupt`, `encrypted` or `too-large`.
 */
export async function openXlsx(
  source: Source,
  context: HandlerContext,
  memory: SheetMemory = createSheetMemory(),
): Promise<Workbook> {
  const office = await openPackage(source, context);
  const part = await workbookName(office, source.path);
  const relationships = await relationshipsOf(office, part);
  const root = await office.tree(part);
  const book = workbookPart(root, relationships);
  const stylesPart = targetOf(relationships, "styles");
  const key = `${source.path} ${source.size} ${office.zip.find(part)?.crc32}`;
  const embedded = await readEmbeddedParts(office);
  const around: SheetSurroundings = {
    office,
    fileNames: embedded.names,
    context,
    memory,
    key,
    path: source.path,
    styles: await cellStyles(
      stylesPart === undefined ? undefined : await treeOrNothing(office, stylesPart),
      book.isDate1904,
    ),
    strings: stringsOf(office, targetOf(relationships, "sharedStrings"), { memory, key }),
    persons: await personsOf(office, part),
    room: { bytes: maxKeptBytes },
  };
  const project = targetOf(relationships, "vbaProject");
  return workbookOf(book, around, {
    properties: named(await readCoreProperties(office)),
    hasMacros: project !== undefined,
    modules: await macroModulesOf(project === undefined ? undefined : await office.bytes(project)),
    embedded: embedded.files,
    remarks: [...damageWords(office), ...(await linkedBooks(office, { root, relationships }))],
  });
}

async function workbookOf(
  book: WorkbookPart,
  around: SheetSurroundings,
  facts: Pick<Workbook, "properties" | "hasMacros" | "modules" | "embedded" | "remarks">,
): Promise<Workbook> {
  const sheets: Sheet[] = [];
  for (const entry of book.sheets) {
    around.context.signal.throwIfAborted();
    sheets.push(await openSheet(entry, around));
  }
  return {
    ...facts,
    sheets,
    names: async () => [...book.names, ...(await tablesOfSheets(around.office, book.sheets))],
    close: () => Promise.resolve(),
  };
}

const properties = ["title", "subject", "author", "keywords", "comments", "created", "modified"] as const;

/** `Title` for `title`, as people read it, in the same order for all files. */
function named(facts: DocumentFacts): Workbook["properties"] {
  const all: Record<string, string> = {};
  for (const name of properties) {
    const value = facts[name];
    if (value !== undefined) all[name.slice(0, 1).toUpperCase() + name.slice(1)] = value;
  }
  return all;
}

/** The part that the package leads to, or the one that has the usual name. */
async function workbookName(office: OfficePackage, path: string): Promise<string> {
  const named = targetOf(await relationshipsOf(office, ""), "officeDocument");
  const found = [named, "xl/workbook.xml"].find((part) => part !== undefined && office.has(part));
  if (found !== undefined) return found;
  throw new ReadError("corrupt", `${path} is no workbook: it lacks the part that lists its sheets.`);
}

function stringsOf(
  office: OfficePackage,
  part: string | undefined,
  { memory, key }: Pick<SheetSurroundings, "memory" | "key">,
): SharedStrings {
  const name = part ?? "xl/sharedStrings.xml";
  return createSharedStrings({ part: name, open: () => office.stream(name) }, memory.strings(key));
}
