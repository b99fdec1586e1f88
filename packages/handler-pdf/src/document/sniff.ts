import type { MediaType } from "@reader/core/handler";

/** The type of PDF files. */
export const pdfMediaType: MediaType = "application/pdf";

/** Acrobat takes a header anywhere in the first 1024 bytes (PDF reference 1.7, implementation note 13). */
const headerBytes = 1024;

const header = /%PDF-\d/;

/** An object, or the comment of four bytes beyond ASCII that follows the header of binary files. */
const body = /\d \d{1,5} obj\b|[\u0080-\u00ff]{4}/;

/**
 * Recognises a PDF file that has other bytes before its header. Text that speaks of PDF is none: after the header
 * something must follow that only a file has.
 */
export function sniffPdf(head: Uint8Array): MediaType | undefined {
  const text = latin1(head);
  const at = text.slice(0, headerBytes + "%PDF-1".length).search(header);
  return at >= 0 && body.test(text.slice(at)) ? pdfMediaType : undefined;
}

/** A character for each byte; in pieces, because an argument list has an end. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096));
}
