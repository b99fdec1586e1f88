import type { RequestRules } from "./request-rules.ts";

/** How a document is wanted; `auto` lets the handler decide by page and by what the model takes. */
export type View = "auto" | "text" | "image" | "native";

/** What a request may ask for: a view of the content, or what the file holds at a glance instead. */
export type RequestView = View | "outline";

/** What to do where what was asked for does not fit the budget. */
export type OverBudget = "cut" | "refuse";

/** A request: only `path` is needed. */
export interface ReadRequest {
  readonly path: string;
  /** The first line, from 1; negative counts from the end: -200 is the last 200 lines. */
  readonly offset?: number;
  /** How many lines; can only lower the budget. */
  readonly limit?: number;
  /** The first character of the first line that is wanted, from 1: continues inside a long line. */
  readonly column?: number;
  /** Several ranges of lines in one answer: `"5-16,960-973"`. Not together with `offset` and `limit`. */
  readonly lines?: string;
  /** The document's own units (pages, slides, sheets, cells): `"3"`, `"1-5"`, `"2,7-9"`, `"-3"` (last three), `"10-"`. */
  readonly pages?: string;
  /**
   * A part of a document in its own terms: `"Sheet2!A1:D20"`, `"docs/a.md"` inside an archive; of text that a handler
   * outlines, the name of a symbol or heading, `"Reader.read"`.
   */
  readonly select?: string;
  /** Show only lines that hold this, with `context` lines around each. `/…/` with flags `i`, `s` is a regular expression. */
  readonly find?: string;
  /** Lines of context around a match; 2 where not given. */
  readonly context?: number;
  readonly view?: RequestView;
  /** Overrides the guess: a WHATWG or iconv label. */
  readonly encoding?: string;
  readonly password?: string;
  /** Lowers the reader's token budget. */
  readonly maxTokens?: number;
  /** Lowers the reader's byte budget. */
  readonly maxBytes?: number;
  /** What the reader's rules say where not given: `cut`, unless they were set. */
  readonly overBudget?: OverBudget;
}

/** Lines from `first` to `last`, both from 1 and both included; `last` is absent for "to the end". */
export interface LineRange {
  readonly first: number;
  readonly last?: number;
}

/**
 * Units from `first` to `last`, both included. A negative `first` with no `last` means the last so many;
 * an absent `last` means to the end. A `label` is a name of the document's own, such as page `iv`.
 */
export type PageRange = { readonly first: number; readonly last?: number } | { readonly label: string };

/** What to look for, from `find`. */
export interface FindPattern {
  readonly source: string;
  readonly kind: "literal" | "regular-expression";
  /** Subset of `i` and `s`. */
  readonly flags: string;
  readonly contextLines: number;
}

/** A request after checking: every string parsed, every default filled in. */
export interface CheckedRequest {
  /** The request as it came, normalised: known names, numbers as numbers, nothing null or empty. */
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
  /** Whether an outline is wanted in place of the content; `view` is then `auto`. */
  readonly isOutline: boolean;
  readonly encoding: string | undefined;
  readonly password: string | undefined;
  readonly maxTokens: number | undefined;
  readonly maxBytes: number | undefined;
  readonly overBudget: OverBudget;
  /** Whether the caller named a range of lines, which is then never cut in silence. */
  readonly isExplicitRange: boolean;
  readonly rules: RequestRules;
}
