import { type Cipher, createCipheriv, createHmac, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { AesLock } from "../contract/extra-fields.ts";

/** Options for decryption. */
export interface AesInput {
  readonly lock: AesLock;
  readonly password: string;
  /** Total size in bytes. */
  readonly packedBytes: number;
  /** True if the end is missing, including the authentication code. */
  readonly isCut: boolean;
  /** Creates the error for a wrong password. */
  readonly wrongPassword: () => Error;
  /** Creates the error for altered bytes. */
  readonly damaged: () => Error;
}

/** Number of hash iterations (WinZip, "AES Encryption Information", III.B). */
const rounds = 1000;

const verifierBytes = 2;
const proofBytes = 10;
const blockBytes = 16;

const derive = promisify(pbkdf2);

/** Decrypts a member: salt, verifier, bytes and authentication code. */
export async function* decipheredAes(
  pieces: AsyncIterable<Uint8Array>,
  input: AesInput,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { keyBytes } = input.lock;
  const headBytes = keyBytes / 2 + verifierBytes;
  const end = input.packedBytes - (input.isCut ? 0 : proofBytes);
  if (end < headBytes) throw input.damaged();
  const head: Uint8Array[] = [];
  const proof: Uint8Array[] = [];
  let opened: Opened | undefined;
  for await (const { at, bytes } of cutAt(pieces, [headBytes, end])) {
    if (at < headBytes) head.push(bytes);
    else if (at >= end) proof.push(bytes);
    else yield (opened ??= await openAes(Buffer.concat(head), input)).decipher(bytes);
  }
  // An empty member is authenticated as well.
  opened ??= await openAes(Buffer.concat(head), input);
  if (!input.isCut && !opened.isProved(proof)) throw input.damaged();
}

interface PlacedPiece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Splits a stream at these offsets, which are in order. */
async function* cutAt(
  pieces: AsyncIterable<Uint8Array>,
  places: readonly number[],
): AsyncGenerator<PlacedPiece, void, undefined> {
  let at = 0;
  for await (const piece of pieces) {
    const start = at;
    at += piece.length;
    const ends = [...places.filter((place) => place > start && place < at), at];
    let from = start;
    for (const end of ends) {
      yield { at: from, bytes: piece.subarray(from - start, end - start) };
      from = end;
    }
  }
}

interface Opened {
  decipher(bytes: Uint8Array): Uint8Array;
  isProved(proof: readonly Uint8Array[]): boolean;
}

async function openAes(head: Uint8Array, { lock, password, wrongPassword }: AesInput): Promise<Opened> {
  const { keyBytes } = lock;
  const salt = head.subarray(0, keyBytes / 2);
  const keys = await derive(password, salt, rounds, 2 * keyBytes + verifierBytes, "sha1");
  if (!keys.subarray(2 * keyBytes).equals(head.subarray(keyBytes / 2))) throw wrongPassword();
  const stream = keyStream(createCipheriv(`aes-${keyBytes * 8}-ecb`, keys.subarray(0, keyBytes), null));
  const hmac = createHmac("sha1", keys.subarray(keyBytes, 2 * keyBytes));
  return {
    decipher(bytes) {
      hmac.update(bytes);
      const key = stream(bytes.length);
      return bytes.map((byte, index) => byte ^ (key[index] ?? 0));
    },
    isProved(proof) {
      const given = Buffer.concat(proof);
      return given.length === proofBytes && timingSafeEqual(given, hmac.digest().subarray(0, proofBytes));
    },
  };
}

/**
 * Returns the next bytes of the key stream: encrypted blocks of a counter from 1. The counter is little endian, unlike
 * that of the platform.
 */
function keyStream(cipher: Cipher): (length: number) => Uint8Array {
  cipher.setAutoPadding(false);
  let counter = 0;
  let left: Uint8Array = new Uint8Array(0);
  return (length) => {
    const blocks = Math.ceil(Math.max(0, length - left.length) / blockBytes);
    const counters = new DataView(new ArrayBuffer(blocks * blockBytes));
    for (let block = 0; block < blocks; block += 1) {
      counter += 1;
      counters.setBigUint64(block * blockBytes, BigInt(counter), true);
    }
    const made = Buffer.concat([left, cipher.update(new Uint8Array(counters.buffer))]);
    left = made.subarray(length);
    return made;
  };
}
