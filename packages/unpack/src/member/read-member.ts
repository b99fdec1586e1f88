import { crc32 } from "node:zlib";
import { largestByRatio } from "../contract/inflation-meter.ts";
import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { keyOf, packedBytesOf, plainBytes, plainPieces } from "./locate-member.ts";
import { damaged, unknownMethod } from "./member-errors.ts";
import { isPackingError, isTooLarge, methodOf, storedMethod } from "./methods.ts";
import { throughTransform } from "./through-transform.ts";

/** Reads a whole member. */
export async function readMember(entry: ZipEntry, options: OpenZipOptions): Promise<Uint8Array> {
  const key = keyOf(entry, options);
  if (entry.method !== storedMethod && methodOf(entry.method) === undefined) throw unknownMethod(entry, options);
  const packed = await (key === undefined ? packedBytesOf(entry, options) : plainBytes(entry, options));
  const bytes = entry.method === storedMethod ? packed : await unpackWithin(packed, entry, options);
  options.meter.count(bytes.length, { packedBytes: packed.length, inflatedBytes: bytes.length });
  if (!isWhole(entry, crc32(bytes))) throw damaged(entry, options);
  return bytes;
}

/** True if the checksum matches, or is unknown. */
export function isWhole(entry: ZipEntry, sum: number): boolean {
  return entry.isCut || entry.aes?.hasSum === false || entry.crc32 === undefined || entry.crc32 === sum;
}

async function unpackWithin(packed: Uint8Array, entry: ZipEntry, options: OpenZipOptions): Promise<Uint8Array> {
  const { meter } = options;
  const mostBytes = Math.max(1, Math.min(meter.left, largestByRatio(packed.length)) + 1);
  const method = methodOf(entry.method);
  try {
    const limits = { mostBytes, expectedBytes: entry.bytes, isCut: entry.isCut };
    return (await method?.unpack(packed, limits)) ?? packed;
  } catch (error) {
    if (isTooLarge(error)) meter.count(mostBytes, { packedBytes: packed.length, inflatedBytes: mostBytes });
    throw damaged(entry, options, error);
  }
}

/** Streams a member. */
export async function* streamMember(entry: ZipEntry, options: OpenZipOptions): AsyncGenerator<Uint8Array> {
  const packed = plainPieces(entry, options);
  const method = entry.method === storedMethod ? undefined : methodOf(entry.method);
  if (entry.method !== storedMethod && method === undefined) throw unknownMethod(entry, options);
  const pieces = method === undefined ? packed : throughTransform(packed, method.stream(entry.isCut));
  let inflatedBytes = 0;
  let sum = 0;
  try {
    for await (const piece of pieces) {
      inflatedBytes += piece.length;
      sum = crc32(piece, sum);
      options.meter.count(piece.length, { packedBytes: entry.packedBytes, inflatedBytes });
      yield piece;
    }
  } catch (error) {
    throw isPackingError(error) ? damaged(entry, options, error) : error;
  }
  if (!isWhole(entry, sum)) throw damaged(entry, options);
}
