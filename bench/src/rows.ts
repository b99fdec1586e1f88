import { cliRows } from "./cli-rows.ts";
import { imageRows } from "./image-rows.ts";
import { libraryRows } from "./library-rows.ts";
import { pdfRows } from "./pdf-rows.ts";
import type { Row } from "./row.ts";

/** Every row, in the order of the table. */
export const rows: readonly Row[] = [...cliRows, ...libraryRows, ...pdfRows, ...imageRows];
