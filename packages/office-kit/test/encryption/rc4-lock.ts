import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { rc4 } from "../../src/encryption/ciphers.ts";

/** What enciphers a document of Office 97 to 2003. */
export interface Rc4Lock {
  /** What the document says of its encryption ([MS-OFFCRYPTO], 2.3.5.1 and 2.3.6.1). */
  readonly head: Uint8Array;
  readonly keyOf: (block: number) => Uint8Array;
}

const hash = (name: string, ...parts: readonly Uint8Array[]): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest();

const longs = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4);
  return bytes;
};

const salt = Buffer.alloc(16, 7);
const input = Buffer.alloc(16, 5);

/** The kind of Excel 97, with keys of 40 bits. */
export function binaryLock(password: string): Rc4Lock {
  const first = hash("md5", Buffer.from(password, "utf16le")).subarray(0, 5);
  const rounds = Array.from({ length: 16 }, () => Buffer.concat([first, salt]));
  const base = hash("md5", ...rounds).subarray(0, 5);
  const keyOf = (block: number): Uint8Array => hash("md5", base, longs(block));
  const verifier = rc4(keyOf(0), Buffer.concat([input, hash("md5", input)]));
  return { head: Buffer.concat([Uint8Array.of(1, 0, 1, 0), salt, verifier]), keyOf };
}

/** The kind of Office 2002, with keys of so many bits. */
export function apiLock(password: string, bits = 128): Rc4Lock {
  const base = hash("sha1", salt, Buffer.from(password, "utf16le"));
  const keyOf = (block: number): Uint8Array => {
    const key = hash("sha1", base, longs(block)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  const facts = longs(4, 0, 0x6801, 0x8004, bits, 1, 0, 0);
  const verifier = rc4(keyOf(0), Buffer.concat([input, hash("sha1", input)]));
  const sizes = [Uint8Array.of(2, 0, 2, 0), longs(4, facts.length), facts, longs(16), salt];
  const sealed = [verifier.subarray(0, 16), longs(20), verifier.subarray(16)];
  return { head: Buffer.concat([...sizes, ...sealed]), keyOf };
}
