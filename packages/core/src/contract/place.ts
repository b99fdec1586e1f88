/** The native units of documents. */
export type PlaceUnit = "page" | "slide" | "sheet" | "cell" | "chapter" | "entry" | "section";

/** Where in a document something stands, in the document's own terms, so that a model can cite it and go back. */
export interface Place {
  readonly unit: PlaceUnit;
  /** From 1. */
  readonly index: number;
  /** What people call it: `iv`, `Q3`, `code · In [3]`, `docs/a.md`. */
  readonly label?: string;
}
