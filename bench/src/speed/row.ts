import type { BenchData } from "./files/bench-data.ts";
import type { RowResult } from "./row-result.ts";

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly peer: string;
  /** Programs beside Node that it needs; without one the row is skipped. */
  readonly programs?: readonly string[];
  /** Packages that it needs beside those of this repository; without one the row is skipped. */
  readonly packages?: readonly string[];
  /** What the figure may be at most. */
  readonly atMost: number;
  measure(data: BenchData): Promise<RowResult>;
}

/** What became of a row: what it gave, or why there is nothing. */
export interface RowOutcome {
  readonly row: Row;
  readonly result?: RowResult;
  /** Such as `unzip is not installed`. */
  readonly skipped?: string;
  /** What went wrong, in a line. */
  readonly failed?: string;
}

/** What a row is called by: no two have the same. */
export function rowLabel({ name, peer }: Pick<Row, "name" | "peer">): string {
  return `${name} | ${peer}`;
}

/** Whether its limit is held; a row that was skipped breaks none, one that failed does. */
export function isHeld({ row, result, skipped }: RowOutcome): boolean {
  return skipped !== undefined || (result !== undefined && result.value <= row.atMost);
}
