/** A match of a query: spans of UTF-16 offsets, by capture name. */
export type Match = ReadonlyMap<string, Span>;

/** Characters from `start` to `end`, exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
