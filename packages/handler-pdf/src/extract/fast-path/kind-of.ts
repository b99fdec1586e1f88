import type { PDFDocument, PDFPage } from "mupdf";
import { printed, printedObject } from "./base/printed-object.ts";
import { entriesIn, referenceIn } from "./base/object-text.ts";

/** Fonts of a page that tell what a document is like. */
const maxFonts = 12;

/** Characters of what a maker or a font is called; hostile documents have millions. */
const maxCharacters = 100;

/** What documents of one program and with fonts of one sort have in common. */
export interface DocumentKind {
  readonly name: string;
  /** Whether a font of the page has a file of its own, as nearly all have, which the engine must be asked about. */
  readonly hasFontFiles: boolean;
}

/** Tells the kind of a document by who made it and by the fonts of a page. Throws what the engine throws. */
export function kindOf(document: PDFDocument, page: PDFPage): DocumentKind {
  const makers = ["info:Producer", "info:Creator"].map((key) => briefly(document.getMetaData(key) ?? ""));
  const fonts = fontsOf(document, page).map((font) => sortOf(entriesIn(font)));
  return {
    name: JSON.stringify([makers, [...new Set(fonts)].toSorted()]),
    hasFontFiles: fonts.some((sort) => !sort.endsWith(" none")),
  };
}

function fontsOf(document: PDFDocument, page: PDFPage): readonly string[] {
  const object = page.getObject();
  const resources = object.getInheritable("Resources");
  const fonts = resources.isDictionary() ? resources.get("Font") : undefined;
  try {
    const entries = fonts === undefined ? [] : [...entriesIn(printed(fonts)).values()];
    return entries.slice(0, maxFonts).map((value) => printedFont(document, value));
  } finally {
    for (const each of [fonts, resources, object]) each?.destroy();
  }
}

function printedFont(document: PDFDocument, value: string): string {
  const number = referenceIn(value);
  return number === undefined ? value : printedObject(document, number);
}

/** Its type, its encoding if that has a name, and whether it has a file: a font with a description nearly always has one. */
function sortOf(entries: ReadonlyMap<string, string>): string {
  const encoding = entries.get("Encoding") ?? "";
  const hasFile = ["FontDescriptor", "DescendantFonts", "CharProcs"].some((key) => entries.has(key));
  const names = [entries.get("Subtype") ?? "", encoding.startsWith("/") ? encoding : "own"].map(briefly);
  return [...names, hasFile ? "file" : "none"].join(" ");
}

function briefly(text: string): string {
  return text.slice(0, maxCharacters);
}
