/** The native units of documents. */
export type PlaceUnit = "page" | "slide" | "sheet" | "cell" | "chapter" | "entry" | "section";

/** A location in a document, in the units of the document, so that a model can cite it and return to it. */
export interface Place {
  readonly unit: PlaceUnit;
  /** From 1. */
  readonly index: number;
  /** Its name for people: `iv`, `Q3`, `code · In [3]`, `docs/a.md`. */
  readonly label?: string;
}
