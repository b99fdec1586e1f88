import type { PDFPage } from "mupdf";

/** Turns a page clockwise, in memory and until the document is closed; it must be loaded anew to be seen so. */
export function turnPage(page: PDFPage, degrees: number): void {
  const object = page.getObject();
  try {
    const inherited = object.getInheritable("Rotate");
    const before = inherited.isNumber() ? inherited.asNumber() : 0;
    inherited.destroy();
    object.put("Rotate", (((before + degrees) % 360) + 360) % 360);
  } finally {
    object.destroy();
  }
}
