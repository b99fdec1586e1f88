/** The dialect of a table: its delimiter and quoting. */
export interface Dialect {
  /** The delimiter, one ASCII character. */
  readonly delimiter: string;
  /** The quotation mark around fields that contain delimiters or line ends. */
  readonly quote: '"' | "'";
  /** The escape of a quotation mark inside a quoted field: doubled, or a backslash. */
  readonly escape: "doubled" | "backslash";
  /** True if blanks before a field are not part of it. */
  readonly skipsBlanks: boolean;
}

/** RFC 4180, which most files follow. */
export const commonDialect: Dialect = { delimiter: ",", quote: '"', escape: "doubled", skipsBlanks: false };
