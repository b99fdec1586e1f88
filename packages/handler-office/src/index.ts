import * as csvTables from "@reader/handler-csv";
import * as sheets from "@reader/handler-sheets";
import * as slides from "@reader/handler-slides";
import * as word from "@reader/handler-word";
import type { Handler } from "@reader/core/handler";

export { sniffSeparatedWorkbook } from "@reader/handler-csv";
export { sniffMarkupWorkbook } from "@reader/handler-sheets";
export { sniffFlatPresentation } from "@reader/handler-slides";
export { sniffFlatDocument, sniffMarkupDocument } from "@reader/handler-word";

/** All handlers of this package, to be given to a reader or to an isolation as they are. */
export function office(): readonly Handler[] {
  return [
    docx(),
    xlsx(),
    pptx(),
    odt(),
    ods(),
    odp(),
    epub(),
    rtf(),
    doc(),
    xls(),
    xlsb(),
    ppt(),
    vsdx(),
    encryptedOffice(),
    dbf(),
    csv(),
  ];
}

/**
 * Makes the handler of a family with an origin in this package: a program that installs only this package may be unable
 * to resolve the packages of the families.
 */
function offered(family: "word" | "sheets" | "slides" | "csv", factory: () => Handler): () => Handler {
  return () => {
    const { origin, ...handler } = factory();
    if (origin === undefined) throw new TypeError(`The handler ${handler.name} has no origin.`);
    return Object.freeze({ ...handler, origin: { ...origin, module: `@reader/handler-office/${family}` } });
  };
}

/** Reads tables of values (CSV, TSV). */
export const csv: () => Handler = offered("csv", csvTables.csv);

/** Reads dBASE tables. */
export const dbf: () => Handler = offered("sheets", sheets.dbf);

/** Reads documents of Word 97 to 2003. */
export const doc: () => Handler = offered("word", word.doc);

/** Reads Word documents. */
export const docx: () => Handler = offered("word", word.docx);

/** Reads Office 2007 documents and later that are encrypted with a password. */
export const encryptedOffice: () => Handler = offered("word", word.encryptedOffice);

/** Reads EPUB books. */
export const epub: () => Handler = offered("word", word.epub);

/** Reads OpenDocument presentations and drawings. */
export const odp: () => Handler = offered("slides", slides.odp);

/** Reads OpenDocument spreadsheets. */
export const ods: () => Handler = offered("sheets", sheets.ods);

/** Reads OpenDocument texts. */
export const odt: () => Handler = offered("word", word.odt);

/** Reads presentations of PowerPoint 97 to 2003. */
export const ppt: () => Handler = offered("slides", slides.ppt);

/** Reads PowerPoint presentations. */
export const pptx: () => Handler = offered("slides", slides.pptx);

/** Reads documents in the Rich Text Format. */
export const rtf: () => Handler = offered("word", word.rtf);

/** Reads Visio drawings. */
export const vsdx: () => Handler = offered("slides", slides.vsdx);

/** Reads workbooks of Excel 2 to 2003. */
export const xls: () => Handler = offered("sheets", sheets.xls);

/** Reads binary Excel workbooks. */
export const xlsb: () => Handler = offered("sheets", sheets.xlsb);

/** Reads Excel workbooks. */
export const xlsx: () => Handler = offered("sheets", sheets.xlsx);
