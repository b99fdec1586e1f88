import type { RequestRules } from "./request-rules.ts";

/** How to show a document. With `auto` the handler decides, by page and by what the model accepts. */
export type View = "auto" | "text" | "image" | "native";

/**
 * The views of a request: a view of the content, the readable document of a text format such as HTML, or the outline in
 * place of the content.
 */
export type RequestView = View | "document" | "outline";

/** How tables of documents are written. */
export type TableFormat = "markdown" | "csv";

/** What to do if the requested content exceeds the budget. */
export type OverBudget = "cut" | "refuse";

/** A request. Only `path` is required. */
export interface ReadRequest {
  readonly path: string;
  /** The first line, from 1; negative counts from the end: -200 is the last 200 lines. */
  readonly offset?: number;
  /** The number of lines. Can only lower the budget. */
  readonly limit?: number;
  /** The first character of the first line, from 1, to continue inside a long line. */
  readonly column?: number;
  /** Several ranges of lines in one result: `"5-16,960-973"`. Not together with `offset` and `limit`. */
  readonly lines?: string;
  /** The document's own units (pages, slides, sheets, cells): `"3"`, `"1-5"`, `"2,7-9"`, `"-3"` (last three), `"10-"`. */
  readonly pages?: string;
  /**
   * A part of a document, in the terms of its format: `"Sheet2!A1:D20"`, `"docs/a.md"` inside an archive, or a symbol or
   * heading of text that has an outline, `"Reader.read"`.
   */
  readonly select?: string;
  /**
   * Show only lines that contain this, with `context` lines around each. `/…/` with flags `i`, `s` is a regular
   * expression. In documents, text also matches that differs only in hyphens, line ends, spaces, quotes, ligatures,
   * widths, accents and letter-spacing; in text files it does not.
   */
  readonly find?: string;
  /** True to match `find` character by character within a line in documents, too. */
  readonly exact?: boolean;
  /** Lines of context around a match. Defaults to 2. */
  readonly context?: number;
  readonly view?: RequestView;
  /** True for the place of each line on its page: of PDF files, and of text that was recognised in images. */
  readonly boxes?: boolean;
  /**
   * How tables of documents are written: `csv` is CSV as of RFC 4180, with a line of its own for each line of a cell.
   * Default: `markdown`.
   */
  readonly tables?: TableFormat;
  /** The encoding, as a WHATWG or iconv label. Overrides detection. */
  readonly encoding?: string;
  readonly password?: string;
  /** Lowers the reader's token budget. */
  readonly maxTokens?: number;
  /** Lowers the reader's byte budget. */
  readonly maxBytes?: number;
  /** Defaults to the reader's rule, which is `cut` unless set. */
  readonly overBudget?: OverBudget;
}

/** Lines from `first` to `last`, both from 1 and both included; `last` is absent for "to the end". */
export interface LineRange {
  readonly first: number;
  readonly last?: number;
}

/**
 * Pages from `first` to `last`, both included; without `last`, to the end. A negative `first` counts from the end. A
 * `label` is the document's own name of a page, such as `iv`.
 */
export type PageRange = { readonly first: number; readonly last?: number } | { readonly label: string };

/** The parsed `find` of a request. */
export interface FindPattern {
  readonly source: string;
  readonly kind: "literal" | "regular-expression";
  /** `i`, `s`, both or empty. */
  readonly flags: string;
  /** True if documents are matched character by character. */
  readonly isExact?: true;
  readonly contextLines: number;
}

/** A checked request: strings are parsed and defaults filled in. */
export interface CheckedRequest {
  /** The normalised request: standard field names, numbers as numbers, no null or empty values. */
  readonly request: ReadRequest;
  readonly path: string;
  readonly offset: number;
  readonly limit: number | undefined;
  readonly column: number;
  readonly ranges: readonly LineRange[] | undefined;
  readonly pages: readonly PageRange[] | undefined;
  readonly select: string | undefined;
  readonly find: FindPattern | undefined;
  readonly view: View;
  /** True if an outline is requested in place of the content; `view` is then `auto`. */
  readonly isOutline: boolean;
  /** True if the readable document of a text format is requested; `view` is then `auto`. */
  readonly isDocument: boolean;
  readonly encoding: string | undefined;
  readonly password: string | undefined;
  readonly maxTokens: number | undefined;
  readonly maxBytes: number | undefined;
  readonly overBudget: OverBudget;
  /** True if the request names a range of lines. A notice reports if it is cut. */
  readonly isExplicitRange: boolean;
  readonly rules: RequestRules;
}
