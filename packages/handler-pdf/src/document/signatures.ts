import type { PDFDocument, PDFObject } from "mupdf";
import { isoDate } from "./dates.ts";
import { mapFields } from "./form-fields.ts";
import { oneLine } from "../engine/one-line.ts";
import { hasAt, textAt, withObject } from "../engine/pdf-objects.ts";
import { signerName } from "./signer-name.ts";

/** A field for a signature; who signed and when, as far as the document itself says so. Nothing is verified. */
export interface Signature {
  readonly field: string;
  readonly isSigned: boolean;
  readonly by?: string;
  readonly at?: string;
  readonly reason?: string;
  readonly location?: string;
  /** Present where it is signed: nobody has looked whether that is true. */
  readonly verified?: "not looked at";
}

/** Lists the signature fields of a document. */
export function readSignatures(document: PDFDocument): readonly Signature[] {
  return mapFields(document, ({ name, type, field }) => (type === "Sig" ? readSignature(name, field) : undefined));
}

/** What one field says of its signature. */
export function readSignature(name: string, field: PDFObject): Signature {
  if (!hasAt(field, "V")) return { field: name, isSigned: false };
  const facts = {
    by: lineAt(field, "Name") ?? certifiedName(field),
    at: isoDate(textAt(field, "V", "M") ?? ""),
    reason: lineAt(field, "Reason"),
    location: lineAt(field, "Location"),
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { field: name, isSigned: true, ...known, verified: "not looked at" };
}

function lineAt(field: PDFObject, key: string): string | undefined {
  const line = oneLine(textAt(field, "V", key) ?? "");
  return line === "" ? undefined : line;
}

/** The name in the certificate, where the document gives none beside it. */
function certifiedName(field: PDFObject): string | undefined {
  return withObject(field, ["V", "Contents"], (contents) =>
    contents.isString() ? signerName(contents.asByteString()) : undefined,
  );
}
