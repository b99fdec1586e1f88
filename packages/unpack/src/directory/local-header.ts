import { wideSizes } from "../contract/extra-fields.ts";

/** Signature of a local header. */
export const localSignature = 0x04034b50;

/** Size of the fixed part of a local header (APPNOTE 4.3.7). */
export const localHeaderBytes = 30;

/** The local header of a member. */
export interface LocalHeader {
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly nameBytes: Uint8Array;
  /** The extra fields. */
  readonly extraFields: Uint8Array;
  /** Total size in bytes. */
  readonly length: number;
}

/** Reads a local header, whose name and sizes may be wrong. Returns `undefined` if it has no signature. */
export function readLocalHeader(bytes: Uint8Array, at = 0): LocalHeader | undefined {
  if (at + localHeaderBytes > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
  if (view.getUint32(0, true) !== localSignature) return undefined;
  const nameEnd = localHeaderBytes + view.getUint16(26, true);
  const length = nameEnd + view.getUint16(28, true);
  const narrow = { bytes: view.getUint32(22, true), packedBytes: view.getUint32(18, true), headerAt: 0 };
  const extraFields = bytes.subarray(at + nameEnd, at + length);
  const sizes = wideSizes(narrow, () => extraFields);
  return {
    flags: view.getUint16(6, true),
    method: view.getUint16(8, true),
    time: view.getUint16(10, true),
    date: view.getUint16(12, true),
    crc32: view.getUint32(14, true),
    packedBytes: sizes.packedBytes,
    bytes: sizes.bytes,
    nameBytes: bytes.subarray(at + localHeaderBytes, at + nameEnd),
    extraFields,
    length,
  };
}
