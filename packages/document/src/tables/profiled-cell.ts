import type { Cell } from "./cells.ts";

/** A value of a table: its displayed text and its kind. */
export type ProfiledCell = Pick<Cell, "text" | "kind">;
