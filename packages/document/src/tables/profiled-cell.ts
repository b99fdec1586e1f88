import type { Cell } from "./cells.ts";

/** A value of a table: its text as shown, and what it is. */
export type ProfiledCell = Pick<Cell, "text" | "kind">;
