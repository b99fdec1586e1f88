import { printedFiles } from "../prints/printed-files.ts";
import { headingsOf, madeDocuments } from "./made-documents.ts";
import { asGroff, asHtml, asLatex } from "./sources.ts";

/** A print of a document whose headings are known. */
export interface HeadedPrint {
  readonly program: string;
  readonly path: string;
  /** Its headings as Markdown. */
  readonly reference: string;
}

/** Returns the prints of documents with headings by every installed program. */
export function headedPrints(): readonly HeadedPrint[] {
  const sources = { html: asHtml, latex: asLatex, groff: asGroff };
  return printedFiles({ folder: "headed", documents: madeDocuments(), sources }).map(({ document, ...print }) => ({
    ...print,
    reference: headingsOf(document),
  }));
}
