import { wholeSheet, type CellRange } from "@reader/document/tables";
import { type Row, type Sheet, type SheetExtras } from "../sheets/workbook.ts";
import { sheetDrawings, sheetPictures } from "./drawings.ts";
import { sheetBytes } from "./sheet-bytes.ts";
import { createSheetFacts, readHead, type SheetFacts } from "./sheet-facts.ts";
import { sheetNotes } from "./sheet-notes.ts";
import { sheetRows } from "./sheet-rows.ts";
import type { SheetSurroundings } from "./sheet-surroundings.ts";
import type { SheetEntry } from "./workbook-part.ts";

/** Opens a sheet: its head is read, so that its size is known. */
export async function openSheet(entry: SheetEntry, around: SheetSurroundings): Promise<Sheet> {
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
      return extrasOf(known ?? head, part, around);
    },
    pictures: () => sheetPictures(office, part, context),
  };
}

/** A range of which no row needs to be made, whereas everything behind the rows is read. */
const noCells: CellRange = { ...wholeSheet, firstRow: wholeSheet.lastRow + 1, lastRow: wholeSheet.lastRow + 1 };

async function run(rows: AsyncIterable<unknown>): Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

async function extrasOf(
  facts: SheetFacts,
  part: string,
  { office, persons, fileNames }: SheetSurroundings,
): Promise<SheetExtras> {
  const dropped = facts.dropped === 0 ? [] : [`${facts.dropped} more merged cells and links`];
  return {
    merged: facts.merged,
    notes: await sheetNotes({ office, part, persons, links: facts.links }),
    drawings: [...(await sheetDrawings(office, part, fileNames)), ...facts.words, ...dropped],
  };
}
