import { crc32 } from "node:zlib";
import { throughTransform } from "../through-transform.ts";
import type { OpenZipOptions, ZipEntry } from "../zip.ts";
import { plainPieces } from "./plain-pieces.ts";
import { damaged, unknownMethod } from "./member-errors.ts";
import { isPackingError, methodOf, storedMethod } from "./methods.ts";
import { isWhole } from "./read-member.ts";

/** The bytes of a member in pieces. */
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
