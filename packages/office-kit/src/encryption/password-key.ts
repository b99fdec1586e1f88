import { createDecipheriv, createHash } from "node:crypto";

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
export function passwordBytes(password: string): Uint8Array {
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
export interface SpinInput {
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
export interface CipherInput {
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
