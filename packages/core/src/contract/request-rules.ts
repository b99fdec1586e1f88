/** What happens to requests that exceed the file or the budget. */
export interface RequestRules {
  /** An `offset` below 0 counts from the end, or is refused as `invalid-request` with its value. */
  readonly negativeOffset: "from-end" | "refuse";
  /** Lines that all start beyond the end are the error `out-of-range`, or the notice `range-beyond-end`. */
  readonly linesBeyond: "refuse" | "note";
  /** A range of pages beyond the last page is cut, or refused as `out-of-range`. */
  readonly pagesBeyond: "cut" | "refuse";
  /**
   * Content that exceeds the budget is cut, or refused as `over-budget`, unless the request says which. Listings of
   * folders and search results are always cut.
   */
  readonly overBudget: "cut" | "refuse";
  /**
   * How a PDF file is shown for a request without `view` and lines. `auto`: the handler decides. `native`: the file
   * itself if the model accepts it and its size, else its pages as images, else as text.
   */
  readonly documents: "auto" | "native";
  /** Maximum pages of a document for a request without `pages` and lines; more are `over-budget`. */
  readonly maxPagesUnasked: number;
}

/** The default rules. */
export const defaultRules: RequestRules = {
  negativeOffset: "from-end",
  linesBeyond: "refuse",
  pagesBeyond: "cut",
  overBudget: "cut",
  documents: "auto",
  maxPagesUnasked: Number.POSITIVE_INFINITY,
};
