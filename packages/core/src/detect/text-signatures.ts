import type { MediaType } from "../contract/media-type.ts";

/** Acrobat accepts a header anywhere in the first 1024 bytes (PDF reference 1.7, implementation note 13). */
const pdfHeaderBytes = 1024;

const starts: readonly (readonly [string, MediaType])[] = [
  ["{\\rt", "application/rtf"],
  ["%!PS", "application/postscript"],
  ["\u0004%!PS", "application/postscript"],
  ["\u00c5\u00d0\u00d3\u00c6", "application/postscript"],
  ["!<arch>\n", "application/x-archive"],
];

/** Detects formats whose first bytes are text: RTF, PostScript, PDF, FDF, and ar archives. */
export function textSignatureOf(head: Uint8Array, name: string): MediaType | undefined {
  const text = String.fromCharCode(...head);
  return starts.find(([start]) => text.startsWith(start))?.[1] ?? portableTypeOf(text, name);
}

const header = /%(PDF|FDF)-/;
/** Matches an object, or four consecutive non-ASCII bytes, as in the comment after the header of binary PDF files. */
const body = /(?:^|[\r\n])[ \t]{0,8}\d{1,10} \d{1,5} obj\b|[\u0080-\u00ff]{4}/;

/** Detects PDF and FDF. A header after other text counts only if a body follows it, because text may mention PDF. */
function portableTypeOf(text: string, name: string): MediaType | undefined {
  const match = header.exec(text.slice(0, pdfHeaderBytes + 5));
  if (match === null) return isHeadless(text, name) ? "application/pdf" : undefined;
  const isFirst = text.slice(0, match.index).replace("\u00ef\u00bb\u00bf", "").replaceAll("\0", "").trim() === "";
  if (!isFirst && !body.test(text.slice(match.index))) return undefined;
  return match[1] === "PDF" ? "application/pdf" : "application/fdf";
}

/**
 * True for a PDF file with a damaged header, which PDF readers repair. Requires the extension `.pdf`, because other
 * text may contain such words.
 */
function isHeadless(text: string, name: string): boolean {
  return name.toLowerCase().endsWith(".pdf") && /\d \d{1,5} obj\b|\b(?:startxref|trailer)\b/.test(text);
}
