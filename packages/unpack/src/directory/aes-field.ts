import { extraField } from "./extra-fields.ts";

/** The method of a member that WinZip's AES encrypts; the real one stands in a field of its own. */
const aesMethod = 99;

/** Bytes of a key by its strength (WinZip, "AES Encryption Information", II.C). */
const keyBytesOf: Readonly<Record<number, 16 | 24 | 32>> = { 1: 16, 2: 24, 3: 32 };

/** How a member is encrypted by AES, as WinZip, 7-Zip and their like do. */
export interface AesLock {
  readonly keyBytes: 16 | 24 | 32;
  /** How the bytes inside are packed. */
  readonly method: number;
  /** Whether the sum is that of the bytes; AE-2 leaves it out, since it tells of them. */
  readonly hasSum: boolean;
}

/** The field of a member of that method; undefined where there is none, or one that is not known. */
export function aesLock(method: number, fields: () => Uint8Array): AesLock | undefined {
  const field = method === aesMethod ? extraField(fields(), 0x9901) : undefined;
  if (field === undefined || field.byteLength < 7) return undefined;
  const version = field.getUint16(0, true);
  const keyBytes = keyBytesOf[field.getUint8(4)];
  if (keyBytes === undefined || version < 1 || version > 2) return undefined;
  return { keyBytes, method: field.getUint16(5, true), hasSum: version === 1 };
}
