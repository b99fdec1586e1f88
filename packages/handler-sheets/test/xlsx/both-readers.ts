import { wholeSheet } from "@reader/document/tables";
import { createXmlReader } from "@reader/office-kit/xml";
import { type Row } from "../../src/sheets/workbook.ts";
import { cellStyles } from "../../src/xlsx/cell-styles.ts";
import { createCellMaker, createRowListener, RowAssembly } from "../../src/xlsx/rows/row-assembly.ts";
import { createFormulas } from "../../src/xlsx/rows/formulas.ts";
import { scanRows } from "../../src/xlsx/rows/scan-rows.ts";
import { createSharedStrings } from "../../src/xlsx/shared-strings.ts";

/** What the two readers make of the same rows; the quick one leaves them where they are not plain. */
export interface BothReadings {
  readonly quick: readonly Row[] | undefined;
  readonly careful: readonly Row[];
}

/** Reads some rows by both readers. */
export async function readBoth(rows: string): Promise<BothReadings> {
  const quick = await assembly();
  const careful = await assembly();
  const isPlain = scanRows(rows, quick);
  const reader = createXmlReader("rows", createRowListener(careful));
  reader.write(new TextEncoder().encode(`<sheetData>${rows}</sheetData>`));
  reader.end();
  return { quick: isPlain ? await quick.take() : undefined, careful: await careful.take() };
}

async function assembly(): Promise<RowAssembly> {
  const styles = await cellStyles(undefined, false);
  const strings = createSharedStrings({ part: "strings", open: noBytes });
  return new RowAssembly({
    range: wholeSheet,
    cells: createCellMaker(styles, strings),
    formulas: createFormulas(),
    rowBefore: 0,
  });
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  yield* [];
}
