import { constants, crc32, inflateRawSync } from "node:zlib";
import { ReadError } from "@reader/core/handler";

/** Unpacks a block of a file. `maxBytes` is the limit of its size; beyond it, `LargeBlockError` is thrown. */
export type Codec = (packed: Uint8Array, maxBytes: number) => Uint8Array;

/** A block that unpacks to more than the limit. */
export class LargeBlockError extends RangeError {}

/** Returns the codec of a name (Avro specification 1.12, "Required Codecs" and "Optional Codecs"). */
export async function loadCodec(name: string, path: string): Promise<Codec> {
  switch (name) {
    case "null":
      return (packed) => packed;
    case "deflate":
      return inflate;
    case "snappy":
      return loadSnappy();
    case "zstandard":
      return loadZstandard(path);
    default:
      throw new ReadError("unsupported-type", `The blocks of ${path} are packed by ${JSON.stringify(name)}.`, {
        hint: "Ask the user to write the file with the codec `deflate`, `snappy` or `zstandard`.",
      });
  }
}

const inflate: Codec = (packed, maxBytes) =>
  limited(() => inflateRawSync(packed, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH }));

function limited(unpack: () => Uint8Array): Uint8Array {
  try {
    return unpack();
  } catch (error) {
    const isLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isLarge ? new LargeBlockError("a block unpacks to more than the limit") : error;
  }
}

/** Number of bytes of the checksum after a block that snappy packed. */
const sumBytes = 4;

async function loadSnappy(): Promise<Codec> {
  const { snappyUncompress } = await import("hyparquet");
  return (packed, maxBytes) => {
    const block = packed.subarray(0, -sumBytes);
    const length = statedLength(block);
    if (length > maxBytes) throw new LargeBlockError("a block unpacks to more than the limit");
    const unpacked = new Uint8Array(length);
    snappyUncompress(block, unpacked);
    const sum = new DataView(packed.buffer, packed.byteOffset + block.length, sumBytes).getUint32(0);
    if (crc32(unpacked) !== sum) throw new RangeError("the checksum of a block is wrong");
    return unpacked;
  };
}

/** Reads the unpacked length at the start of a snappy block. */
function statedLength(block: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = block[at] ?? 0;
    length += (byte & 0x7f) * 128 ** at;
    if (byte < 0x80) return length;
  }
  throw new RangeError("a snappy block has no length");
}

async function loadZstandard(path: string): Promise<Codec> {
  const zlib = await import("node:zlib");
  // Node.js has it from 22.15.
  if (!("zstdDecompressSync" in zlib)) {
    throw new ReadError(
      "unsupported-type",
      `The blocks of ${path} are packed by Zstandard, which this Node.js lacks.`,
      {
        hint: "Ask the user to update Node.js to 24.",
      },
    );
  }
  return (packed, maxBytes) => limited(() => zlib.zstdDecompressSync(packed, { maxOutputLength: maxBytes }));
}
