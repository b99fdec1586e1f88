/** How a table of values is written. */
export interface Dialect {
  /** One ASCII character. */
  readonly delimiter: string;
  /** What is put around a field that holds delimiters or line ends. */
  readonly quote: '"' | "'";
  /** How a quotation mark inside of quotation marks is written: twice, or behind a backslash. */
  readonly escape: "doubled" | "backslash";
  /** Whether blanks in front of a field do not belong to it. */
  readonly skipsBlanks: boolean;
}

/** RFC 4180, which most files follow. */
export const commonDialect: Dialect = { delimiter: ",", quote: '"', escape: "doubled", skipsBlanks: false };
