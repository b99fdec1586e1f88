import { decipherBlocks, type PasswordRequest, rc4Keys, tryPasswords } from "@reader/office-kit/encryption";
import { headerBytes, wordAt } from "./records.ts";

/** FilePass ([MS-XLS] 2.4.117), one of the first records, says how all later records are encrypted. */
const filePassType = 0x2f;
const firstRecords = 10;

/** The type of ignored records, which replaces FilePass after decryption: InterfaceEnd (2.4.147). */
const idleType = 0xe2;

/** Size of a block with its own key, in bytes (2.2.10). */
const blockBytes = 1024;

/**
 * Records that are never encrypted (2.2.10): BOF of all versions, FilePass, UsrExcl, FileLock, InterfaceHdr, RRDInfo
 * and RRDHead.
 */
const plainTypes: ReadonlySet<number> = new Set([0x009, 0x209, 0x409, 0x809, 0x02f, 0x194, 0x195, 0x0e1, 0x196, 0x138]);

/** BoundSheet8 begins with the offset of its sheet, which is not encrypted. */
const sheetType = 0x85;
const sheetPlaceBytes = 4;

/**
 * Decrypts the stream of a workbook; returns an unencrypted stream unchanged. Throws `encrypted` if the password is
 * missing or wrong.
 */
export function decryptWorkbook(stream: Uint8Array, request: PasswordRequest): Uint8Array {
  const pass = filePassOf(stream);
  if (pass === undefined) return stream;
  const plain = tryPasswords(request, (password) => decipher(stream, pass, password));
  keepPlainBytes(stream, plain);
  new DataView(plain.buffer, plain.byteOffset).setUint16(pass.at, idleType, true);
  return plain;
}

/** The position of a record. */
interface RecordPlace {
  readonly type: number;
  readonly at: number;
  readonly data: DataView;
}

function filePassOf(stream: Uint8Array): RecordPlace | undefined {
  let count = 0;
  for (const record of placesIn(stream)) {
    if (record.type === filePassType) return record;
    count += 1;
    if (count === firstRecords) return undefined;
  }
  return undefined;
}

/** Yields each record, including CONTINUE records, because each is encrypted separately. */
function* placesIn(stream: Uint8Array): Generator<RecordPlace> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerBytes <= stream.length;) {
    const start = at + headerBytes;
    const length = Math.min(view.getUint16(at + 2, true), stream.length - start);
    yield { type: view.getUint16(at, true), at, data: new DataView(view.buffer, view.byteOffset + start, length) };
    at = start + length;
  }
}

/** Size of FilePass before Excel 97, in bytes: a key and a checksum. */
const oldPassBytes = 4;

function decipher(stream: Uint8Array, { data }: RecordPlace, password: string): Uint8Array | "unknown" | undefined {
  const isOld = data.byteLength === oldPassBytes;
  if (isOld || wordAt(data, 0) === 0) {
    const at = isOld ? 0 : 2;
    if (xorVerifier(password) !== wordAt(data, at + 2)) return undefined;
    return withoutXor(stream, xorArray(password, wordAt(data, at)));
  }
  if (wordAt(data, 0) !== 1) return "unknown";
  const keyOf = rc4Keys(new Uint8Array(data.buffer, data.byteOffset + 2, data.byteLength - 2), password);
  return typeof keyOf === "function" ? decipherBlocks(stream, keyOf, blockBytes) : keyOf;
}

/** Removes XOR obfuscation. The position of a record in the array depends on where the record ends in the stream. */
function withoutXor(stream: Uint8Array, array: Uint8Array): Uint8Array {
  const plain = new Uint8Array(stream.length);
  for (const { at, data } of placesIn(stream)) {
    const start = at + headerBytes;
    for (let index = 0; index < data.byteLength; index += 1) {
      const mask = array[(start + data.byteLength + index) % array.length] ?? 0;
      plain[start + index] = xorPlainByte(data.getUint8(index), mask);
    }
  }
  return plain;
}

/** Restores headers and other bytes that are never encrypted. */
function keepPlainBytes(stream: Uint8Array, plain: Uint8Array): void {
  for (const { type, at, data } of placesIn(stream)) {
    plain.set(stream.subarray(at, at + headerBytes + plainBytesOf(type, data.byteLength)), at);
  }
}

function plainBytesOf(type: number, length: number): number {
  if (plainTypes.has(type)) return length;
  return type === sheetType ? Math.min(sheetPlaceBytes, length) : 0;
}

/** Padding of passwords ([MS-OFFCRYPTO] 2.3.7.2). */
const padding = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00];

const arrayBytes = 16;
const maxCharacters = 15;

/** Returns the checksum that a file stores to verify the password (2.3.7.1). */
export function xorVerifier(password: string): number {
  const characters = byteCharacters(password);
  let sum = 0;
  for (const byte of [characters.length, ...characters].toReversed()) {
    sum = (((sum & 0x4000) === 0 ? 0 : 1) | ((sum << 1) & 0x7fff)) ^ byte;
  }
  return sum ^ 0xce4b;
}

/** Returns the repeating XOR key stream (2.3.7.2) for a password and the key stored in the file. */
export function xorArray(password: string, key: number): Uint8Array {
  const filled = [...byteCharacters(password), ...padding].slice(0, arrayBytes);
  return Uint8Array.from(filled, (byte, index) => {
    const mixed = byte ^ (index % 2 === 0 ? key & 0xff : key >> 8);
    return (mixed >> 1) | ((mixed & 1) << 7);
  });
}

/** Decodes one byte (2.3.7.3). */
function xorPlainByte(byte: number, mask: number): number {
  const mixed = byte ^ mask;
  return ((mixed << 3) | (mixed >> 5)) & 0xff;
}

/** Converts a password to one byte per character: the low byte, or the high byte if the low byte is zero (2.3.7.4). */
function byteCharacters(password: string): readonly number[] {
  const codes = Array.from({ length: Math.min(password.length, maxCharacters) }, (_, at) => password.charCodeAt(at));
  return codes.map((code) => code & 0xff || code >> 8);
}
