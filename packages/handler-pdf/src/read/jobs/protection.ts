import type { DocumentPermission, PDFDocument } from "mupdf";

/** How a document is encrypted, and what its author does not allow. */
export interface Protection {
  /** Such as `Standard V5 R6 256-bit AES`; absent where it is not encrypted. */
  readonly encryption?: string;
  /** What the author does not allow who opens it without the owner's password. */
  readonly denied: readonly string[];
}

const permissions: readonly (readonly [DocumentPermission, string])[] = [
  ["print", "print"],
  ["copy", "copy"],
  ["edit", "edit"],
  ["annotate", "annotate"],
  ["form", "fill in forms"],
  ["accessibility", "read aloud"],
  ["assemble", "rearrange pages"],
];

/** Reads the encryption of a document. */
export function readProtection(document: PDFDocument): Protection {
  const encryption = document.getMetaData("encryption");
  if (encryption === undefined || encryption === "None") return { denied: [] };
  const denied = permissions.filter(([permission]) => !document.hasPermission(permission)).map(([, words]) => words);
  return { encryption, denied };
}
