import { archiveRows } from "./archive-rows.ts";
import { cliRows } from "./cli-rows.ts";
import { csvRows } from "./csv-rows.ts";
import { docxRows } from "./docx-rows.ts";
import { formatRows } from "./format-rows.ts";
import { imageRows } from "./image-rows.ts";
import { launchRows } from "./launch-rows.ts";
import { libraryRows } from "./library-rows.ts";
import { mcpRows } from "./mcp-rows.ts";
import { ocrRows } from "./ocr-rows.ts";
import { outlineRows } from "./outline-rows.ts";
import { pdfRows } from "./pdf-rows.ts";
import { pptxRows } from "./pptx-rows.ts";
import type { Row } from "../row.ts";
import { searchRows } from "./search-rows.ts";
import { specialRows } from "./special-rows.ts";
import { xlsxRows } from "./xlsx-rows.ts";

/** Every row, in the order of the table. */
export const rows: readonly Row[] = [
  ...cliRows,
  ...mcpRows,
  ...launchRows,
  ...libraryRows,
  ...specialRows,
  ...pdfRows,
  ...imageRows,
  ...docxRows,
  ...xlsxRows,
  ...pptxRows,
  ...csvRows,
  ...archiveRows,
  ...formatRows,
  ...outlineRows,
  ...ocrRows,
  ...searchRows,
];
