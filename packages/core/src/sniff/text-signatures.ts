import type { MediaType } from "../media-type.ts";

/** Acrobat takes a header anywhere in the first 1024 bytes (PDF reference 1.7, implementation note 13). */
const pdfHeaderBytes = 1024;

const percent = 0x25;

/** Formats whose first bytes are text: PDF, RTF, PostScript, and archives of programs' libraries. */
export function textSignatureOf(head: Uint8Array): MediaType | undefined {
  const first = head[0] ?? 0;
  if (first === 0x7b && startsAt(head, 0, "{\\rt")) return "application/rtf";
  if (startsAt(head, 0, "!<arch>\n")) return "application/x-archive";
  const at = head.subarray(0, pdfHeaderBytes).indexOf(percent);
  if (at < 0) return undefined;
  if (startsAt(head, at, "%!PS") && (at === 0 || (at === 1 && first === 0x04))) return "application/postscript";
  if (startsAt(head, 0, "\xc5\xd0\xd3\xc6")) return "application/postscript";
  return isPdf(head) ? "application/pdf" : undefined;
}

/** A header that is not the first thing counts only where objects follow it: text may speak of PDF, too. */
function isPdf(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  const at = text.search(/%(?:PDF|FDF)-/);
  if (at < 0 || at >= pdfHeaderBytes) return false;
  if (/^[\s\0]*$/.test(text.slice(0, at).replace(/^\u00ef\u00bb\u00bf/, ""))) return true;
  return /^(?:%PDF-\d|%FDF-\d)/.test(text.slice(at)) && /(?:^|[\r\n])\s{0,8}\d{1,10} \d{1,5} obj\b|[\u0080-\u00ff]{4}/.test(text.slice(at));
}

function startsAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
