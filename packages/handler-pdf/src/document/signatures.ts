import { Buffer } from "node:buffer";
import type { PDFDocument, PDFObject } from "mupdf";
import { hasAt, oneLine, textAt, withObject } from "../engine/pdf-objects.ts";
import { mapFields } from "./form-fields.ts";
import { isoDate } from "./metadata.ts";

/** A signature field, with the signer and date stated by the document. Nothing is verified. */
interface Signature {
  readonly field: string;
  readonly isSigned: boolean;
  readonly by?: string;
  readonly at?: string;
  readonly reason?: string;
  readonly location?: string;
  /** Present if the field is signed. The signature was not verified. */
  readonly verified?: "not looked at";
}

/** Lists the signature fields of a document. */
export function readSignatures(document: PDFDocument): readonly Signature[] {
  return mapFields(document, ({ name, type, field }) => (type === "Sig" ? readSignature(name, field) : undefined));
}

/** Reads one signature field. */
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

/** Returns the name in the certificate if the document states none. */
function certifiedName(field: PDFObject): string | undefined {
  return withObject(field, ["V", "Contents"], (contents) =>
    contents.isString() ? signerName(contents.asByteString()) : undefined,
  );
}

const sequence = 0x30;
const certificateSet = 0xa0;
const signerSet = 0x31;
const versionTag = 0xa0;
/** Object identifier 2.5.4.3, the common name. */
const commonName = "550403";
/** Two bytes per character. Other string types are UTF-8 or a subset of it. */
const wideString = 0x1e;

/**
 * Returns the common name in the signing certificate of a CMS signature (RFC 5652), or `undefined` if it is missing or
 * of another kind. Nothing is verified.
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

/** Returns the common name of a certificate's subject (RFC 5280, 4.1) if the serial number matches. */
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

/** A value in the Distinguished Encoding Rules (X.690): its tag and its content. */
interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Lengths of five bytes or more exceed any size in memory. */
const maxLengthBytes = 4;

/** Returns a sequence of values. Stops at the first invalid one. */
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

/** Returns the values inside a value. */
function derInside(value: DerValue | undefined): readonly DerValue[] {
  return value === undefined ? [] : derValues(value.content);
}

/** Returns the start and end of a value's content. Multi-byte tags and indefinite lengths do not occur here. */
function headerAt(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0 || count > maxLengthBytes) return undefined;
  const length = bytes.subarray(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { start: at + 2 + count, end: at + 2 + count + length };
}
