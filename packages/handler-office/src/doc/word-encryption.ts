import { viewOf } from "../compound/byte-view.ts";
import { digest, isSame, numberBytes, passwordBytes } from "../encrypted/password-key.ts";
import { rc4 } from "./rc4.ts";

/** Deciphers one stream of a document, of whose start so many bytes are plain. */
export type DecipherStream = (stream: Uint8Array, plainBytes: number) => Uint8Array;

/** Bytes that have a key of their own ([MS-DOC], 2.2.6.2). */
const blockBytes = 512;

interface Verifier {
  readonly input: Uint8Array;
  readonly hash: Uint8Array;
  readonly hashName: "md5" | "sha1";
}

/**
 * What deciphers a document, by the head of its table stream; "unknown" for a kind of encryption that is not known,
 * undefined where the password is wrong.
 */
export function wordDecryption(head: Uint8Array, password: string): DecipherStream | "unknown" | undefined {
  const view = viewOf(head);
  const [major, minor] = [view.u16(0), view.u16(2)];
  if (major === 1 && minor === 1) return binaryDecryption(head, password);
  return minor === 2 && major >= 2 && major <= 4 ? apiDecryption(head, password) : "unknown";
}

/** [MS-OFFCRYPTO], 2.3.6: keys of 40 bits. */
function binaryDecryption(head: Uint8Array, password: string): DecipherStream | undefined {
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
function apiDecryption(head: Uint8Array, password: string): DecipherStream | "unknown" | undefined {
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

function checked(keyOf: (block: number) => Uint8Array, verifier: Verifier): DecipherStream | undefined {
  const both = rc4(keyOf(0), Uint8Array.from([...verifier.input, ...verifier.hash]));
  const input = both.subarray(0, verifier.input.length);
  if (!isSame(digest(verifier.hashName, input), both.subarray(verifier.input.length))) return undefined;
  return (stream, plainBytes) => {
    const plain = new Uint8Array(stream.length);
    for (let at = 0, block = 0; at < stream.length; at += blockBytes, block += 1) {
      plain.set(rc4(keyOf(block), stream.subarray(at, at + blockBytes)), at);
    }
    plain.set(stream.subarray(0, plainBytes));
    return plain;
  };
}
