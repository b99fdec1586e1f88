import { ReadError } from "@reader/core/handler";
import { viewOf } from "../compound/byte-view.ts";

/** Bytes of which a chunk is at most made ([MS-OVBA] 2.4.1.1.5). */
const chunkBytes = 4096;

/** What starts a compressed container. */
const signature = 1;

/**
 * Decompresses a container of a VBA project ([MS-OVBA] 2.4.1): chunks of literal bytes and copies of what came before
 * in the same chunk. What is there of a damaged one is given. Throws `corrupt` where it is none, `too-large` above
 * `mostBytes`.
 */
export function decompressVba(container: Uint8Array, mostBytes: number): Uint8Array {
  if (container[0] !== signature) throw new ReadError("corrupt", "The code of the macros is damaged.");
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (let at = 1; at + 2 < container.length;) {
    const header = (container[at] ?? 0) | ((container[at + 1] ?? 0) << 8);
    const end = Math.min(container.length, at + (header & 0x0fff) + 3);
    const body = container.subarray(at + 2, end);
    const chunk = (header & 0x8000) === 0 ? body : decompressChunk(body);
    total += chunk.length;
    if (total > mostBytes) throw new ReadError("too-large", "The code of the macros unpacks to too much.");
    chunks.push(chunk);
    at = end;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Eight tokens stand behind a byte of flags: a literal byte each, or a copy. */
function decompressChunk(body: Uint8Array): Uint8Array {
  const { length: end, u8, u16 } = viewOf(body);
  const chunk = new Uint8Array(chunkBytes);
  let length = 0;
  for (let at = 0, flags = 1; at < end && length < chunkBytes; flags >>= 1) {
    if (flags === 1) {
      // The highest bit tells when all eight are used up.
      flags = 0x200 | (u8(at) << 1);
      at += 1;
    } else if ((flags & 1) === 0) {
      chunk[length] = u8(at);
      length += 1;
      at += 1;
    } else {
      const { offset, count } = copyToken(u16(at), length);
      if (offset > length) break;
      length = copied(chunk, length, { offset, count });
      at += 2;
    }
  }
  return chunk.subarray(0, length);
}

interface Copy {
  /** How far back the copy begins; it may overlap what it makes. */
  readonly offset: number;
  readonly count: number;
}

/** The length behind the copy. */
function copied(chunk: Uint8Array, length: number, { offset, count }: Copy): number {
  const stop = Math.min(chunkBytes, length + count);
  for (let at = length; at < stop; at += 1) chunk[at] = chunk[at - offset] ?? 0;
  return stop;
}

/** The further a chunk has come, the more bits of a token are the offset (2.4.1.3.19). */
function copyToken(token: number, length: number): Copy {
  const offsetBits = Math.max(4, Math.ceil(Math.log2(length)));
  const countBits = 16 - offsetBits;
  return { offset: (token >> countBits) + 1, count: (token & (0xffff >> offsetBits)) + 3 };
}
