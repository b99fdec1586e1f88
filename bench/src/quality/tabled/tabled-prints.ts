import { printedFiles } from "../prints/printed-files.ts";
import { comparable } from "../score/tables-of.ts";
import type { Table } from "../score/table-similarity.ts";
import { cellsOfTable, tabledDocuments } from "./made-tables.ts";
import { asGroff, asHtml, asLatex } from "./sources.ts";

/** A print of a document whose table is known. */
export interface TabledPrint {
  readonly program: string;
  readonly path: string;
  readonly table: Table;
}

/** Returns the prints of documents with a table by every installed program. */
export function tabledPrints(): readonly TabledPrint[] {
  const sources = { html: asHtml, latex: asLatex, groff: asGroff };
  return printedFiles({ folder: "tabled", documents: tabledDocuments(), sources }).map(({ document, ...print }) => ({
    ...print,
    table: cellsOfTable(document.table).map((row) => row.map(comparable)),
  }));
}
