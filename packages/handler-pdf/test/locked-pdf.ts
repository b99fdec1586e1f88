import { createHash } from "node:crypto";
import { buildPdf, fileId } from "./pdf-builder.ts";

const md5 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("md5").update(bytes).digest());
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The padding of a short password to 32 bytes (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const keyBytes = 5;
const everythingAllowed = -4;

function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 255] ?? 0;
  const swap = (one: number, other: number): void => {
    const kept = at(one);
    state[one & 255] = at(other);
    state[other & 255] = kept;
  };
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let one = 0;
  let other = 0;
  return data.map((byte) => {
    one = (one + 1) & 255;
    other = (other + at(one)) & 255;
    swap(one, other);
    return byte ^ at(at(one) + at(other));
  });
}

/** A page encrypted with RC4 and a 40-bit key, without random parts. */
export function lockedPdf(content: string, password: string): Uint8Array {
  const padded = new Uint8Array(Buffer.concat([Buffer.from(password), padding]).subarray(0, 32));
  const owner = rc4(md5(padded).subarray(0, keyBytes), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(everythingAllowed);
  const seed = Buffer.concat([padded, owner, permissions, Buffer.from(fileId, "hex")]);
  const key = md5(new Uint8Array(seed)).subarray(0, keyBytes);
  const user = rc4(key, new Uint8Array(padding));
  // The first page's content is object 11, generation 0.
  const streamKey = md5(new Uint8Array([...key, 11, 0, 0, 0, 0])).subarray(0, keyBytes + 5);
  const encrypted = rc4(streamKey, new Uint8Array(Buffer.from(content, "latin1")));
  return buildPdf({
    pages: [{ content: Buffer.from(encrypted).toString("latin1") }],
    encrypt: `<< /Filter /Standard /V 1 /R 2 /O <${hex(owner)}> /U <${hex(user)}> /P ${everythingAllowed} >>`,
  });
}
