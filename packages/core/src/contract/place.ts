/** The native units of documents. */
export type PlaceUnit = "page" | "slide" | "sheet" | "cell" | "chapter" | "entry" | "section";

/** A location in a document, in the units of the document, so that a model can cite it and return to it. */
export interface Place {
  readonly unit: PlaceUnit;
  /** From 1. */
  readonly index: number;
  /** Its name for people: `iv`, `Q3`, `code · In [3]`, `docs/a.md`. */
  readonly label?: string;
  /**
   * The page on which the text begins, from 1, according to the layout that a word processor last saved, or to the page
   * breaks in the text. It is approximate: another program, another printer or other fonts lay the text out differently,
   * and text may run over a page. It is not part of the identity of a place. A place whose unit is `page` has it if its
   * index is approximate.
   */
  readonly aboutPage?: number;
}
