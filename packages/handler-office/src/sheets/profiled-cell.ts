import type { Cell } from "./workbook.ts";

/** A value of a table: its text as shown, and what it is. */
export type ProfiledCell = Pick<Cell, "text" | "kind">;
