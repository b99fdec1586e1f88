/** What becomes of requests that ask for more than there is or fits; each rule is about what a model may ask. */
export interface RequestRules {
  /** An `offset` below 0 counts from the end, or is refused as `invalid-request` with its value. */
  readonly negativeOffset: "from-end" | "refuse";
  /** Lines that all start behind the end are the error `out-of-range`, or the notice `range-beyond-end`. */
  readonly linesBeyond: "refuse" | "note";
  /** Of pages that run past the last one those are shown that there are, or they are refused as `out-of-range`. */
  readonly pagesBeyond: "cut" | "refuse";
  /**
   * What is larger than the budget is cut, or refused as `over-budget`, where a request does not say which. The lists of
   * folders and of what was found are always cut.
   */
  readonly overBudget: "cut" | "refuse";
  /**
   * How a PDF file is shown for a request without a `view` that asks for no lines: as its handler finds best; or as it
   * is where the model takes that and it is not too large for it, else as pictures of its pages, else as text.
   */
  readonly documents: "auto" | "native";
  /** Pages of a document that is read whole without being asked for by `pages` or lines; more are `over-budget`. */
  readonly maxPagesUnasked: number;
}

/** The rules where none are given: what can be shown is shown. */
export const defaultRules: RequestRules = {
  negativeOffset: "from-end",
  linesBeyond: "refuse",
  pagesBeyond: "cut",
  overBudget: "cut",
  documents: "auto",
  maxPagesUnasked: Number.POSITIVE_INFINITY,
};
