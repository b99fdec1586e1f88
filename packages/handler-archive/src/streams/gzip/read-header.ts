import type { ByteReader } from "../../bytes/byte-reader.ts";

const fixedBytes = 10;

/** The mark of gzip, and deflate as the method, which is the only one. */
const signature = [0x1f, 0x8b, 8];

const hasSum = 0x02;
const hasExtra = 0x04;
const hasName = 0x08;
const hasComment = 0x10;

/** Bytes of a name or a comment: far more than any program writes. */
const mostTextBytes = 64 * 1024;

/** Reads over what stands in front of the bytes of a member (RFC 1952, 2.3). False where there is no member. */
export async function readHeader(reader: ByteReader): Promise<boolean> {
  const fixed = await reader.take(fixedBytes);
  const [, , , flags = 0] = fixed;
  if (!signature.every((byte, at) => fixed[at] === byte)) return false;
  if ((flags & hasExtra) !== 0) {
    const [low = 0, high = 0] = await reader.take(2);
    await reader.skip(low + 256 * high);
  }
  for (const flag of [hasName, hasComment]) if ((flags & flag) !== 0) await skipText(reader);
  if ((flags & hasSum) !== 0) await reader.skip(2);
  return true;
}

async function skipText(reader: ByteReader): Promise<void> {
  for (let length = 0; length < mostTextBytes; length += 1) {
    const [byte = 0] = await reader.take(1);
    if (byte === 0) return;
  }
  throw new RangeError("the name is too long");
}
