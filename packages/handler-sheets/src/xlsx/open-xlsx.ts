import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import { type CellRange, parseRange, wholeSheet } from "@reader/document/tables";
import { readEmbeddedParts } from "@reader/office-kit/embedded";
import { damageWords, type OfficePackage, openPackage, readCoreProperties, targetOf } from "@reader/office-kit/package";
import { macroModulesOf } from "@reader/office-kit/vba";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { CellNote, NamedRange, Row, Sheet, SheetExtras, Workbook } from "../sheets/workbook.ts";
import { cellStyles } from "./cell-styles.ts";
import { sheetDrawings, sheetImages } from "./drawings.ts";
import { dataConnections, linkedBooks } from "./outside-data.ts";
import { unescapeCharacters } from "./rows/xml-text.ts";
import { createSharedStrings } from "./shared-strings.ts";
import { sheetBytes } from "./sheet-bytes.ts";
import { createSheetFacts, readHead, type SheetFacts, type SheetLink } from "./sheet-facts.ts";
import { partsOfType, relationshipsOf, treeIfReadable } from "./sheet-relationships.ts";
import { sheetRows } from "./sheet-rows.ts";
import { type WorkbookContext, type SheetEntry, workbookPart, type WorkbookPart } from "./workbook-part.ts";
import { createSheetMemory, type SheetMemory } from "./sheet-windows.ts";

/** Maximum total size of small sheets cached while the workbook is open, in bytes. */
const maxKeptBytes = 16 * 1024 * 1024;

/**
 * Opens a workbook of Office Open XML (ISO/IEC 29500-1, 12 and 18), including the Strict form. `memory` caches content
 * of earlier reads. Throws `corrupt`, `encrypted` or `too-large`.
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
  const stringsPart = targetOf(relationships, "sharedStrings") ?? "xl/sharedStrings.xml";
  // Without an identity, damage to the parts that leaves the checksums of the directory as they are goes unnoticed.
  const checksums = [part, stringsPart].map((name) => office.zip.find(name)?.crc32);
  const key = [source.path, source.size, source.identity ?? "", ...checksums].join(" ");
  const embedded = await readEmbeddedParts(office);
  const around: WorkbookContext = {
    office,
    fileNames: embedded.names,
    context,
    memory,
    key,
    path: source.path,
    styles: await cellStyles(
      stylesPart === undefined ? undefined : await treeIfReadable(office, stylesPart),
      book.isDate1904,
    ),
    strings: createSharedStrings({ part: stringsPart, open: () => office.stream(stringsPart) }, memory.strings(key)),
    persons: await personsOf(office, part),
    room: { bytes: maxKeptBytes },
  };
  const project = targetOf(relationships, "vbaProject");
  return workbookOf(book, around, {
    properties: named(await readCoreProperties(office)),
    hasMacros: project !== undefined,
    modules: await macroModulesOf(project === undefined ? undefined : await office.bytes(project)),
    embedded: embedded.files,
    remarks: damageWords(office),
    externalLinks: await linkedBooks(office, { root, relationships }),
    connections: await dataConnections(office, part),
  });
}

async function workbookOf(
  book: WorkbookPart,
  around: WorkbookContext,
  facts: Pick<
    Workbook,
    "properties" | "hasMacros" | "modules" | "embedded" | "remarks" | "externalLinks" | "connections"
  >,
): Promise<Workbook> {
  const sheets: Sheet[] = [];
  for (const entry of book.sheets) {
    around.context.signal.throwIfAborted();
    sheets.push(await openSheet(entry, around));
  }
  return {
    ...facts,
    sheets,
    isCalculatedOnOpening: book.isCalculatedOnOpening,
    names: async () => [...book.names, ...(await tablesOfSheets(around.office, book.sheets))],
    close: () => Promise.resolve(),
  };
}

const properties = ["title", "subject", "author", "keywords", "comments", "created", "modified"] as const;

/** Capitalises property names (`Title` for `title`) and puts them in the same order for all files. */
function named(facts: DocumentFacts): Workbook["properties"] {
  const all: Record<string, string> = {};
  for (const name of properties) {
    const value = facts[name];
    if (value !== undefined) all[name.slice(0, 1).toUpperCase() + name.slice(1)] = value;
  }
  return all;
}

/** Returns the workbook part that the package refers to, or the one with the usual name. */
async function workbookName(office: OfficePackage, path: string): Promise<string> {
  const named = targetOf(await relationshipsOf(office, ""), "officeDocument");
  const found = [named, "xl/workbook.xml"].find((part) => part !== undefined && office.has(part));
  if (found !== undefined) return found;
  throw new ReadError("corrupt", `${path} is not a workbook: the part that lists its sheets is missing.`);
}

/** Opens a sheet and reads the part before its rows, so that its size is known. */
async function openSheet(entry: SheetEntry, around: WorkbookContext): Promise<Sheet> {
  const { name, state, kind, part = "" } = entry;
  const { office, context } = around;
  const bytes = sheetBytes(part, around);
  const head = await readHead(bytes.sections(), part);
  let known: SheetFacts | undefined;
  const rows = (range: CellRange): AsyncIterable<readonly Row[]> => {
    const facts = createSheetFacts();
    return sheetRows({ part, around, bytes, range, facts, onEnd: () => void (known = facts) });
  };
  return {
    name,
    state,
    kind,
    dimension: await bytes.corrected(head.dimension),
    hasFarExtras: !bytes.isSmall,
    rows,
    layout: () => Promise.resolve({ hiddenColumns: head.hiddenColumns, frozenRows: head.frozenRows }),
    async extras() {
      if (known === undefined) await run(rows(noCells));
      return extrasOf(known ?? head, { name, part }, around);
    },
    images: () => sheetImages(office, part, context),
  };
}

/** A range that needs no rows but makes the reader parse everything after them. */
const noCells: CellRange = { ...wholeSheet, firstRow: wholeSheet.lastRow + 1, lastRow: wholeSheet.lastRow + 1 };

async function run(rows: AsyncIterable<unknown>): Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

async function extrasOf(
  facts: SheetFacts,
  { name, part }: { readonly name: string; readonly part: string },
  { office, persons, fileNames }: WorkbookContext,
): Promise<SheetExtras> {
  const dropped = facts.dropped === 0 ? [] : [`${facts.dropped} more merged cells and links`];
  return {
    merged: facts.merged,
    notes: await sheetNotes({ office, part, persons, links: facts.links }),
    drawings: [...(await sheetDrawings({ office, part, name, fileNames })), ...facts.words, ...dropped],
  };
}

/** The sources of comments and links. */
interface NotesSource {
  readonly office: OfficePackage;
  readonly part: string;
  readonly links: readonly SheetLink[];
  readonly persons: ReadonlyMap<string, string>;
}

/** Returns the comments and links of a sheet, by row and column. */
async function sheetNotes(source: NotesSource): Promise<readonly CellNote[]> {
  const threaded = await threadedComments(source);
  const talked = new Set(threaded.map(({ row, column }) => `${row} ${column}`));
  // Threaded comments have a plain copy for older programs.
  const comments = (await plainComments(source)).filter(({ row, column }) => !talked.has(`${row} ${column}`));
  const notes = [...comments, ...threaded, ...(await linkNotes(source))];
  return notes.toSorted((left, right) => left.row - right.row || left.column - right.column);
}

async function plainComments({ office, part }: NotesSource): Promise<readonly CellNote[]> {
  const notes: CellNote[] = [];
  for (const target of await partsOfType(office, part, "comments")) {
    const root = await treeIfReadable(office, target);
    const authors = childrenOf(childOf(root, "authors"), "author").map(textIn);
    for (const comment of childrenOf(childOf(root, "commentList"), "comment")) {
      const text = runsIn(childOf(comment, "text"));
      notes.push(...noteAt(comment, { text, author: authors[Number(comment.attributes["authorId"])] }));
    }
  }
  return notes;
}

async function threadedComments({ office, part, persons }: NotesSource): Promise<readonly CellNote[]> {
  const notes: CellNote[] = [];
  for (const target of await partsOfType(office, part, "threadedComment")) {
    for (const comment of childrenOf(await treeIfReadable(office, target), "threadedComment")) {
      const author = persons.get(comment.attributes["personId"] ?? "");
      notes.push(...noteAt(comment, { text: textIn(childOf(comment, "text")), author }));
    }
  }
  return notes;
}

function noteAt(comment: XmlElement, { text, author }: { text: string; author: string | undefined }): CellNote[] {
  const range = parseRange(comment.attributes["ref"] ?? "");
  if (range === undefined) return [];
  const { firstRow: row, firstColumn: column } = range;
  return [{ row, column, kind: "comment", text, ...(author === undefined ? {} : { author }) }];
}

/** Returns the text of an element without phonetic runs. */
function runsIn(element: XmlElement | undefined): string {
  const runs = childrenOf(element).filter(({ name }) => name !== "rPh");
  return runs.map((run) => (run.name === "t" ? textIn(run) : runsIn(run))).join("");
}

async function linkNotes({ office, part, links }: NotesSource): Promise<readonly CellNote[]> {
  if (links.length === 0) return [];
  const relationships = await relationshipsOf(office, part);
  return links.map(({ range, relationship, location }) => {
    const target = relationships.get(relationship)?.target ?? "";
    const place = location === "" ? "" : `#${location}`;
    return { row: range.firstRow, column: range.firstColumn, kind: "link", text: `${target}${place}` };
  });
}

/** Returns the names of comment authors by identifier, from the workbook's person parts. */
async function personsOf(office: OfficePackage, workbook: string): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>();
  for (const target of await partsOfType(office, workbook, "person")) {
    for (const { attributes } of childrenOf(await treeIfReadable(office, target), "person")) {
      const { id, displayName } = attributes;
      if (id !== undefined && displayName !== undefined) persons.set(id, displayName);
    }
  }
  return persons;
}

/** Returns the tables of all sheets (ISO/IEC 29500-1, 18.5). */
async function tablesOfSheets(office: OfficePackage, sheets: readonly SheetEntry[]): Promise<NamedRange[]> {
  const tables: NamedRange[] = [];
  for (const [sheet, { part, name: sheetName }] of sheets.entries()) {
    for (const target of await partsOfType(office, part, "table")) {
      const table = await treeIfReadable(office, target);
      if (table === undefined) continue;
      tables.push({ sheet, ...tableOf(table, sheetName) });
    }
  }
  return tables;
}

function tableOf(table: XmlElement, sheetName: string): Omit<NamedRange, "sheet"> {
  const { name = "", displayName = name, ref = "", headerRowCount, totalsRowCount } = table.attributes;
  const range = parseRange(ref);
  const columns = childrenOf(childOf(table, "tableColumns"), "tableColumn").slice(0, maxColumns);
  return {
    name: displayName,
    kind: "table",
    refersTo: `${quotedSheetName(sheetName)}!${ref}`,
    ...(range === undefined ? {} : { range }),
    headerRows: countOf(headerRowCount, 1),
    totalsRows: countOf(totalsRowCount, 0),
    columns: columns.map(({ attributes }) => unescapeCharacters(attributes["name"] ?? "")),
  };
}

/** Maximum number of columns of a table: the limit of a sheet. */
const maxColumns = 16_384;

function countOf(digits: string | undefined, usual: number): number {
  return digits !== undefined && /^\d{1,7}$/.test(digits) ? Number(digits) : usual;
}

function quotedSheetName(sheetName: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheetName) ? sheetName : `'${sheetName.replaceAll("'", "''")}'`;
}
