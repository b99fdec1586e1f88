import type { MediaType } from "@reader/core/handler";

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
