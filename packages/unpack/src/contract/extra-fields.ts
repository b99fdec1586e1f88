/** The identifiers of the supported extra fields (APPNOTE 4.5.1). */
export type ExtraFieldId = 0x0001 | 0x7075 | 0x9901;

/**
 * Returns the bytes of the first field of a kind, or `undefined` if there is no such field or the fields before it are
 * damaged.
 */
export function extraField(fields: Uint8Array, wanted: ExtraFieldId): DataView | undefined {
  const view = new DataView(fields.buffer, fields.byteOffset, fields.byteLength);
  for (let at = 0; at + 4 <= fields.length;) {
    const length = view.getUint16(at + 2, true);
    const end = at + 4 + length;
    if (end > fields.length) return undefined;
    if (view.getUint16(at, true) === wanted) return new DataView(fields.buffer, fields.byteOffset + at + 4, length);
    at = end;
  }
  return undefined;
}

/** Sizes and offset of an entry, as 32-bit values. */
export interface Sizes {
  readonly bytes: number;
  readonly packedBytes: number;
  readonly headerAt: number;
}

const isElsewhere = 0xffffffff;

/** Replaces values that do not fit into 32 bits with those of the ZIP64 field, in this order (APPNOTE 4.5.3). */
export function wideSizes(sizes: Sizes, fields: () => Uint8Array): Sizes {
  const { bytes, packedBytes, headerAt } = sizes;
  if (bytes !== isElsewhere && packedBytes !== isElsewhere && headerAt !== isElsewhere) return sizes;
  const field = extraField(fields(), 0x0001);
  let at = 0;
  const next = (value: number): number => {
    if (value !== isElsewhere || field === undefined || at + 8 > field.byteLength) return value;
    at += 8;
    return Number(field.getBigUint64(at - 8, true));
  };
  return { bytes: next(bytes), packedBytes: next(packedBytes), headerAt: next(headerAt) };
}

/** The method of a member with WinZip AES encryption. An extra field holds the real method. */
const aesMethod = 99;

/** Key length in bytes, by strength (WinZip, "AES Encryption Information", II.C). */
const keyBytesOf: Readonly<Record<number, 16 | 24 | 32>> = { 1: 16, 2: 24, 3: 32 };

/** How a member is encrypted with AES. */
export interface AesLock {
  readonly keyBytes: 16 | 24 | 32;
  /** The compression method of the decrypted bytes. */
  readonly method: number;
  /** True if the checksum is stored. AE-2 omits it, because it reveals the content. */
  readonly hasSum: boolean;
}

/** Parses the AES field of a member. Returns `undefined` if it is missing or unknown. */
export function aesLock(method: number, fields: () => Uint8Array): AesLock | undefined {
  const field = method === aesMethod ? extraField(fields(), 0x9901) : undefined;
  if (field === undefined || field.byteLength < 7) return undefined;
  const version = field.getUint16(0, true);
  const keyBytes = keyBytesOf[field.getUint8(4)];
  if (keyBytes === undefined || version < 1 || version > 2) return undefined;
  return { keyBytes, method: field.getUint16(5, true), hasSum: version === 1 };
}
