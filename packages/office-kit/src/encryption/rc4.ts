import { viewOf } from "../compound/byte-view.ts";
import { digest, isSame, numberBytes, passwordBytes } from "./password-key.ts";

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
