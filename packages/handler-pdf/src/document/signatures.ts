import { Buffer } from "node:buffer";
import type { PDFDocument, PDFObject } from "mupdf";
import { hasAt, oneLine, textAt, withObject } from "../engine/pdf-objects.ts";
import { mapFields } from "./form-fields.ts";
import { isoDate } from "./metadata.ts";

/** A field for a signature; who signed and when, as far as the document itself says so. Nothing is verified. */
interface Signature {
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

const sequence = 0x30;
const certificateSet = 0xa0;
const signerSet = 0x31;
const versionTag = 0xa0;
/** The object identifier 2.5.4.3, a common name. */
const commonName = "550403";
/** Two bytes a character; the other kinds of strings are UTF-8 or a part of it. */
const wideString = 0x1e;

/**
 * The name in the certificate that a signature of the Cryptographic Message Syntax (RFC 5652) says it was made with.
 * Nothing is verified. `undefined` where it is not there or of another kind.
 */
export function signerName(signature: Uint8Array): string | undefined {
  const [contentInfo] = derValues(signature);
  const signedData = derInside(derInside(contentInfo)[1])[0];
  const parts = derInside(signedData);
  const certificates = derInside(parts.find(({ tag }) => tag === certificateSet)).map(derInside);
  const signer = derInside(derInside(parts.findLast(({ tag }) => tag === signerSet))[0]);
  const serial = hexOf(derInside(signer[1])[1]);
  const subjects = certificates.map(([body]) => subjectOf(body, serial));
  const name = subjects.find((subject) => subject !== undefined) ?? "";
  return name === "" ? undefined : oneLine(name);
}

/** The common name of the subject of a certificate (RFC 5280, 4.1), if it has this serial number. */
function subjectOf(body: DerValue | undefined, serial: string): string | undefined {
  const fields = derInside(body);
  const [number, , , , subject] = fields[0]?.tag === versionTag ? fields.slice(1) : fields;
  if (serial === "" || hexOf(number) !== serial || subject?.tag !== sequence) return undefined;
  for (const set of derInside(subject)) {
    const [type, value] = derInside(derInside(set)[0]);
    if (hexOf(type) === commonName && value !== undefined) return stringOf(value);
  }
  return undefined;
}

function hexOf(value: DerValue | undefined): string {
  return value === undefined ? "" : Buffer.from(value.content).toString("hex");
}

function stringOf({ tag, content }: DerValue): string {
  return new TextDecoder(tag === wideString ? "utf-16be" : "utf-8").decode(content);
}

/** A value in the Distinguished Encoding Rules (X.690): its tag, and what is inside it. */
interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Lengths of five bytes and more are no lengths of what is in memory. */
const maxLengthBytes = 4;

/** The values that stand one after another; what is no value ends them. */
function derValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const header = headerAt(bytes, at);
    if (header === undefined || header.end > bytes.length) break;
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(header.start, header.end) });
    at = header.end;
  }
  return values;
}

/** The values inside a value. */
function derInside(value: DerValue | undefined): readonly DerValue[] {
  return value === undefined ? [] : derValues(value.content);
}

/** Where the content of a value starts and ends. Tags of more than one byte and open lengths are not used here. */
function headerAt(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0 || count > maxLengthBytes) return undefined;
  const length = bytes.subarray(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { start: at + 2 + count, end: at + 2 + count + length };
}
