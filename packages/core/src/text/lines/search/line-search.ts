/** A match in a text, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A compiled search. */
export interface LineSearch {
  /** True if a line matches. */
  readonly matches: (line: string) => boolean;
  /** Returns the first match at or after an offset. */
  readonly locate: (text: string, from: number) => Match | undefined;
  /** True if a block certainly has no match. A fast check, for literals. */
  readonly excludes: (text: string) => boolean;
  readonly contextLines: number;
  /** Maximum length of a line shown whole. Of a longer line, only the parts with matches are shown. */
  readonly maxLineCharacters: number;
}
