import type { Canary, MediaType } from "@reader/core/handler";

/** The media type of PDF files. */
export const pdfMediaType: MediaType = "application/pdf";

/** Acrobat accepts a header anywhere in the first 1024 bytes (PDF reference 1.7, implementation note 13). */
const headerBytes = 1024;

const header = /%PDF-\d/;

/** An object, or the comment of four non-ASCII bytes after the header of binary files. */
const body = /\d \d{1,5} obj\b|[\u0080-\u00ff]{4}/;

/**
 * Detects a PDF file with other bytes before its header. Text about PDF is excluded: the header must be followed by
 * something that only files have.
 */
export function sniffPdf(head: Uint8Array): MediaType | undefined {
  const text = latin1(head);
  const at = text.slice(0, headerBytes + "%PDF-1".length).search(header);
  return at >= 0 && body.test(text.slice(at)) ? pdfMediaType : undefined;
}

/** Decodes Latin-1 in chunks, because the number of arguments is limited. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096));
}

const canaryObjects: readonly string[] = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
  "<< /Length 32 >>\nstream\nBT /F 12 Tf 9 50 Td (Canary) Tj ET\nendstream",
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
];

/** Creates a document of one page, with which isolation checks a process. */
export function pdfCanary(): Canary {
  let file = "%PDF-1.4\n";
  const rows = canaryObjects.map((object, at) => {
    const row = `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size 6 /Root 1 0 R >>\n`;
  const bytes = new TextEncoder().encode(`${file}${table}startxref\n${file.length}\n%%EOF\n`);
  return { name: "canary.pdf", mediaType: pdfMediaType, bytes, text: "Canary" };
}
