import { Buffer } from "node:buffer";
import { derInside, derValues, type DerValue } from "./der.ts";
import { oneLine } from "../engine/one-line.ts";

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
