import { gunzipSync, gzipSync, inflateSync, deflateSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { startsWith, type Mutator } from "./mutator.ts";

interface Packing {
  readonly start: string;
  readonly unpack: (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;
  readonly pack: (bytes: Uint8Array) => Uint8Array;
}

const packings: readonly Packing[] = [
  { start: "\x1f\x8b", unpack: gunzipSync, pack: (bytes) => gzipSync(bytes, { level: 1 }) },
  { start: "\x28\xb5\x2f\xfd", unpack: zstdDecompressSync, pack: (bytes) => zstdCompressSync(bytes) },
  { start: "\x78\x9c", unpack: inflateSync, pack: (bytes) => deflateSync(bytes, { level: 1 }) },
];

const maxUnpackedBytes = 4_000_000;

/** What is inside gzip, Zstandard and zlib. */
export const packedMutator: Mutator = {
  name: "packed",
  accepts: (bytes) => packings.some(({ start }) => startsWith(bytes, start)),
  mutate: (bytes, { inner, dice }) => {
    const packing = packings.find(({ start }) => startsWith(bytes, start));
    const unpacked = packing && unpackedOf(packing, bytes);
    if (packing === undefined || unpacked === undefined) return undefined;
    const packed = new Uint8Array(packing.pack(inner(unpacked)));
    // Several streams one after the other are one file.
    return dice.chance(0.05) ? new Uint8Array(Buffer.concat([packed, bytes])) : packed;
  },
};

function unpackedOf({ unpack }: Packing, bytes: Uint8Array): Uint8Array | undefined {
  try {
    return new Uint8Array(unpack(bytes, { maxOutputLength: maxUnpackedBytes }));
  } catch {
    return undefined;
  }
}
