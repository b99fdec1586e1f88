/** A match in a text, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** How to search. */
export interface LineSearch {
  /** Whether a line matches. */
  readonly matches: (line: string) => boolean;
  /** The first match at or after an offset. */
  readonly locate: (text: string, from: number) => Match | undefined;
  /** Whether a block cannot hold a match, told quickly; for literals. */
  readonly excludes: (text: string) => boolean;
  readonly contextLines: number;
  /** Of a longer line, the stretches that hold matches are shown. */
  readonly maxLineCharacters: number;
}
