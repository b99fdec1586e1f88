import { onePagePdf, type PdfObject, streamObject } from "../deadly/build-pdf.ts";

/** Forms that each paint the next one, and the last one a text. */
export function nestedForms(length: number, text: string): Uint8Array {
  const forms = Array.from({ length }, (_, index): PdfObject => {
    const content = index === length - 1 ? `BT /F1 12 Tf 72 700 Td (${text}) Tj ET` : "/X Do";
    const resources = `/Resources << /Font << /F1 5 0 R >> /XObject << /X ${7 + index} 0 R >> >>`;
    return streamObject(content, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources}`);
  });
  return onePagePdf("/X Do", { resources: "/XObject << /X 6 0 R >>", objects: forms });
}
