import { viewOf } from "../compound/byte-view.ts";
import type { Decrypt } from "./decrypt.ts";
import { decipher, digest, isSame, numberBytes, spin } from "./password-key.ts";

/** [MS-OFFCRYPTO], 2.3.4.7. */
const rounds = 50_000;
const hash = "sha1";

/** AES by its numbers (2.3.2). */
const aes: ReadonlySet<number> = new Set([0x660e, 0x660f, 0x6610]);

/** Standard encryption, which is that of Office 2007; undefined where it is of a kind that is not known. */
export function standardDecryption(info: Uint8Array): Decrypt | undefined {
  const view = viewOf(info);
  const headBytes = view.u32(0);
  const head = view.part(4, headBytes);
  const verifier = view.part(4 + headBytes, view.length);
  const keyBytes = head.u32(16) / 8;
  if (!aes.has(head.u32(8)) || ![16, 24, 32].includes(keyBytes)) return undefined;
  const salt = verifier.part(4, 16).bytes;
  return async (bytes, { password, signal }) => {
    const value = await spin({ hash, salt, password, rounds, signal });
    const key = derived(digest(hash, value, numberBytes(0))).subarray(0, keyBytes);
    const input = decipher(verifier.part(20, 16).bytes, { key, mode: "ecb" });
    const expected = decipher(verifier.part(40, 32).bytes, { key, mode: "ecb" });
    if (!isSame(digest(hash, input), expected)) return undefined;
    return decipher(bytes, { key, mode: "ecb" });
  };
}

/** A hash made longer. */
function derived(value: Uint8Array): Uint8Array {
  const half = (filler: number): Uint8Array => {
    const block = new Uint8Array(64).fill(filler);
    for (const [index, byte] of value.entries()) block[index] = filler ^ byte;
    return digest(hash, block);
  };
  return new Uint8Array([...half(0x36), ...half(0x5c)]);
}
