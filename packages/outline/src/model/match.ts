/** What one match of the query has named: UTF-16 offsets in the text, by the names of captures. */
export type Match = ReadonlyMap<string, Span>;

/** Characters from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
