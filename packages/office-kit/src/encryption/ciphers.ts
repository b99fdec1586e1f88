import { createDecipheriv, createHash } from "node:crypto";
import { viewOf } from "../compound/byte-view.ts";

/** Decrypts (or encrypts) bytes with RC4, which the platform no longer supports. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    const kept = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = kept;
  };
  let other = 0;
  for (let index = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 0xff;
    swap(index, other);
  }
  let at = 0;
  other = 0;
  return bytes.map((byte) => {
    at = (at + 1) & 0xff;
    other = (other + (state[at] ?? 0)) & 0xff;
    swap(at, other);
    return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0);
  });
}

/** The key of a block, by its number. */
export type Rc4Keys = (block: number) => Uint8Array;

interface Verifier {
  readonly input: Uint8Array;
  readonly hash: Uint8Array;
  readonly hashName: "md5" | "sha1";
}

/**
 * Returns the keys of a document encrypted by Office 97 to 2003, from its encryption header; "unknown" for unsupported
 * encryption, `undefined` if the password is wrong.
 */
export function rc4Keys(head: Uint8Array, password: string): Rc4Keys | "unknown" | undefined {
  const view = viewOf(head);
  const [major, minor] = [view.u16(0), view.u16(2)];
  if (major === 1 && minor === 1) return binaryKeys(head, password);
  return minor === 2 && major >= 2 && major <= 4 ? apiKeys(head, password) : "unknown";
}

/** Decrypts bytes with a separate key for each block of the given size. */
export function decipherBlocks(bytes: Uint8Array, keyOf: Rc4Keys, blockBytes: number): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  for (let at = 0, block = 0; at < bytes.length; at += blockBytes, block += 1) {
    plain.set(rc4(keyOf(block), bytes.subarray(at, at + blockBytes)), at);
  }
  return plain;
}

/** [MS-OFFCRYPTO], 2.3.6: keys of 40 bits. */
function binaryKeys(head: Uint8Array, password: string): Rc4Keys | undefined {
  const view = viewOf(head);
  const salt = view.part(4, 16).bytes;
  const first = digest("md5", passwordBytes(password)).subarray(0, 5);
  const parts = Array.from({ length: 16 }, () => [first, salt]).flat();
  const base = digest("md5", ...parts).subarray(0, 5);
  const verifier = { input: view.part(20, 16).bytes, hash: view.part(36, 16).bytes, hashName: "md5" } as const;
  return checked((block) => digest("md5", base, numberBytes(block)), verifier);
}

const rc4Algorithm = 0x6801;

/** 2.3.5: keys of 40 to 128 bits. */
function apiKeys(head: Uint8Array, password: string): Rc4Keys | "unknown" | undefined {
  const view = viewOf(head);
  const headBytes = view.u32(8);
  const facts = view.part(12, headBytes);
  if (facts.u32(8) !== rc4Algorithm) return "unknown";
  const keyBytes = (facts.u32(16) || 40) / 8;
  const rest = view.part(12 + headBytes, view.length);
  const base = digest("sha1", rest.part(4, 16).bytes, passwordBytes(password));
  const verifier = { input: rest.part(20, 16).bytes, hash: rest.part(40, 20).bytes, hashName: "sha1" } as const;
  const keyOf = (block: number): Uint8Array => {
    const key = digest("sha1", base, numberBytes(block)).subarray(0, keyBytes);
    // Keys of 40 bits are filled up to 128.
    return keyBytes === 5 ? Uint8Array.from([...key, ...new Uint8Array(11)]) : key;
  };
  return checked(keyOf, verifier);
}

function checked(keyOf: Rc4Keys, verifier: Verifier): Rc4Keys | undefined {
  const both = rc4(keyOf(0), Uint8Array.from([...verifier.input, ...verifier.hash]));
  const input = both.subarray(0, verifier.input.length);
  return isSame(digest(verifier.hashName, input), both.subarray(verifier.input.length)) ? keyOf : undefined;
}

/** The supported hash algorithms; others are refused. */
const hashes: Readonly<Record<string, string>> = {
  SHA1: "sha1",
  "SHA-1": "sha1",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512",
};

/** Returns the name of a hash algorithm in `node:crypto`, or `undefined` if it is unsupported. */
export function hashName(name: string): string | undefined {
  return hashes[name.toUpperCase()];
}

/** Returns the hash of concatenated bytes. */
export function digest(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Encodes a password for hashing ([MS-OFFCRYPTO], 2.3.4.7). */
function passwordBytes(password: string): Uint8Array {
  const bytes = new Uint8Array(password.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < password.length; index += 1) view.setUint16(index * 2, password.charCodeAt(index), true);
  return bytes;
}

/** Encodes a number in four bytes, least significant first. */
export function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** Number of rounds before yielding to the event loop. */
const roundsPerTurn = 20_000;

/** The input of a hash, and the number of rounds. */
interface SpinInput {
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly password: string;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** Hashes a password repeatedly, as both kinds of encryption do. Rejects when the signal aborts. */
export async function spin({ hash, salt, password, rounds, signal }: SpinInput): Promise<Uint8Array> {
  let value = digest(hash, salt, passwordBytes(password));
  for (let round = 0; round < rounds; round += 1) {
    value = digest(hash, numberBytes(round), value);
    if (round % roundsPerTurn !== roundsPerTurn - 1) continue;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    signal.throwIfAborted();
  }
  return value;
}

/** Returns bytes truncated or padded to a length. */
export function fitted(bytes: Uint8Array, length: number, filler: number): Uint8Array {
  const fit = new Uint8Array(length).fill(filler);
  fit.set(bytes.subarray(0, length));
  return fit;
}

/** The options of block decryption. */
interface CipherInput {
  readonly key: Uint8Array;
  /** The initialization vector; absent for ECB mode. */
  readonly vector?: Uint8Array | undefined;
  readonly mode: "cbc" | "ecb" | "cfb8";
}

/** Decrypts AES; whole blocks only. */
export function decipher(bytes: Uint8Array, { key, vector, mode }: CipherInput): Uint8Array {
  const cipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, vector ?? null);
  cipher.setAutoPadding(false);
  const whole = mode === "cfb8" ? bytes : bytes.subarray(0, bytes.length - (bytes.length % 16));
  return new Uint8Array(Buffer.concat([cipher.update(whole), cipher.final()]));
}

/** True if two byte strings are equal up to the length of the shorter one. False if one is empty. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.subarray(0, length).every((byte, index) => byte === other[index]);
}
