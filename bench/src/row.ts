import type { BenchData } from "./data.ts";

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly peer: string;
  /** Programs beside Node that the peer needs; without one the row is left out. */
  readonly programs?: readonly string[];
  /** What the figure may be at most. */
  readonly atMost: number;
  measure(data: BenchData): Promise<RowResult>;
}

/** What a row gave, in words, and the figure that is held against the limit. */
export interface RowResult {
  readonly ours: string;
  readonly theirs: string;
  readonly value: number;
}
