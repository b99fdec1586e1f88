import { notice, text, type HandlerEvent, type Place } from "@reader/core/handler";
import { intersect, rangeAddress, wholeSheet, type CellRange } from "@reader/document/tables";
import { extrasText } from "./extras-text.ts";
import { sheetLabel } from "./overview.ts";
import { gatherText } from "./rows/gather-text.ts";
import { rowPieces } from "./rows/row-pieces.ts";
import { createRowWriter, type RowWriter } from "./rows/row-writer.ts";
import { createSheetTally, type SheetTally } from "./sheet-tally.ts";
import { type Row, type Sheet, type SheetExtras } from "./workbook.ts";

/** A sheet, and what is wanted of it. */
export interface SheetReading {
  readonly sheet: Sheet;
  /** From 0. */
  readonly index: number;
  /** Absent for all of it. */
  readonly ranges: readonly CellRange[] | undefined;
  readonly withFormulas: boolean;
  /** Awaited between pieces of work; throws where the read was given up. */
  pause(): Promise<void>;
  /** Told how many formulas there were in the cells. */
  onFormulas(count: number): void;
}

/** Rows at the top that stay in view and are shown again above rows from further down. */
const maxRepeatedRows = 5;

/** The events of one sheet: its rows, what belongs to its cells, its drawings and its pictures. */
export async function* sheetEvents(reading: SheetReading): AsyncGenerator<HandlerEvent> {
  const { sheet, ranges } = reading;
  const at = placeOf(reading);
  const layout = await sheet.layout();
  const tally = createSheetTally(layout);
  const writer = createRowWriter({ hiddenColumns: layout.hiddenColumns, withFormulas: reading.withFormulas });
  let hasText = false;
  for (const range of ranges ?? [wholeSheet]) {
    const rows = rangeText({ reading, writer, tally, range, headers: ranges === undefined ? 0 : layout.frozenRows });
    for await (const lines of gatherText(rows)) {
      hasText = true;
      yield text(lines, at);
    }
  }
  for await (const event of extraEvents(reading, tally, at)) {
    // What stands under the rows keeps its distance from them, but not from the top.
    if (event.type === "text" && !hasText) yield text(event.text.trimStart(), at);
    else yield event;
    hasText ||= event.type === "text";
  }
  if (!hasText) yield text(emptyText(reading), at);
  yield* tally.hiddenNotices(at);
  reading.onFormulas(tally.formulas);
}

function placeOf({ sheet, index, ranges }: SheetReading): Place {
  const range = ranges === undefined ? undefined : ranges.map(rangeAddress).join(", ");
  return { unit: "sheet", index: index + 1, label: sheetLabel(sheet, range) };
}

interface RangeReading {
  readonly reading: SheetReading;
  readonly writer: RowWriter;
  readonly tally: SheetTally;
  readonly range: CellRange;
  /** How many rows at the top of the sheet are headers. */
  readonly headers: number;
}

async function* rangeText({ reading, writer, tally, range, headers }: RangeReading): AsyncGenerator<string> {
  const { sheet } = reading;
  if (headers > 0 && headers <= maxRepeatedRows && range.firstRow > headers) {
    for await (const rows of sheet.rows({ ...range, firstRow: 1, lastRow: headers })) {
      for (const piece of rowPieces(rows, charactersOf)) yield* some(writer.write(piece));
    }
    writer.join();
  }
  for await (const rows of sheet.rows(range)) {
    for (const piece of rowPieces(rows, (row) => tally.add(row))) yield* some(writer.write(piece));
    await reading.pause();
  }
  yield* some(writer.end());
}

function charactersOf({ cells }: Row): number {
  return cells.reduce((sum, { text: words }) => sum + words.length, 0);
}

function some(lines: string): readonly string[] {
  return lines === "" ? [] : [lines];
}

async function* extraEvents(reading: SheetReading, tally: SheetTally, at: Place): AsyncGenerator<HandlerEvent> {
  const { sheet, ranges } = reading;
  const isWhole = ranges === undefined;
  if (!isWhole && sheet.hasFarExtras) {
    yield notice("Its merged cells and links are said only where all of it is read.", at);
    return;
  }
  const extras = withLinks(await sheet.extras(), reading.withFormulas ? [] : tally.links);
  const isShown = (address: string): boolean => tally.isShown(address);
  for (const lines of extrasText({ extras, ranges: ranges ?? [wholeSheet], isShown, isWhole })) {
    if (lines !== "") yield text(lines, at);
  }
  if (!isWhole) return;
  for await (const event of sheet.pictures()) yield event.type === "image" ? { at, ...event } : event;
}

function withLinks(extras: SheetExtras, links: SheetTally["links"]): SheetExtras {
  return links.length === 0 ? extras : { ...extras, notes: [...extras.notes, ...links] };
}

/** Where nothing is in the range that was asked for, it is said where something is. */
function emptyText({ sheet, ranges }: SheetReading): string {
  const { dimension, kind } = sheet;
  if (ranges === undefined || dimension === undefined) return kind === "cells" ? "(empty)\n" : `(${kind} sheet)\n`;
  const isOutside = ranges.every((range) => intersect(range, dimension) === undefined);
  return isOutside ? `(nothing there: the sheet has ${rangeAddress(dimension)})\n` : "(empty)\n";
}
