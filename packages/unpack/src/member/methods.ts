import type { Transform } from "node:stream";
import * as zlib from "node:zlib";

/** A compression method of a ZIP member (APPNOTE 4.4.5). */
export interface PackingMethod {
  /** Unpacks all bytes. With `isCut`, returns what is there although the end is missing. */
  unpack(packed: Uint8Array, limits: UnpackLimits): Promise<Uint8Array>;
  /** Unpacks a stream. */
  stream(isCut: boolean): Transform;
}

/** Limits for unpacking one member. */
export interface UnpackLimits {
  /** Maximum unpacked size in bytes. More rejects with `ERR_BUFFER_TOO_LARGE`. */
  readonly mostBytes: number;
  /** The claimed size in bytes. */
  readonly expectedBytes: number;
  readonly isCut: boolean;
}

/** The method of stored members. */
export const storedMethod = 0;

/** Large chunks, because each one takes a turn of the event loop. */
const pieceBytes = 256 * 1024;
const leastPieceBytes = 1024;

/** Maximum compressed size for synchronous unpacking: switching threads would take longer. */
const smallPackedBytes = 64 * 1024;

/** Maximum unpacked size for synchronous unpacking, so that it blocks the event loop for at most a millisecond. */
const smallBytes = 512 * 1024;

const deflated: PackingMethod = {
  async unpack(packed, limits) {
    const options = { ...optionsOf(limits), finishFlush: flushOf(limits.isCut) };
    return inflatedAtOnce(packed, limits, options) ?? unpackWith(zlib.inflateRaw, packed, options);
  },
  stream: (isCut) => zlib.createInflateRaw({ chunkSize: pieceBytes, finishFlush: flushOf(isCut) }),
};

/** Returns the method with a number, or `undefined`. Node supports Zstandard from 22.15. */
export function methodOf(number: number): PackingMethod | undefined {
  if (number === 8) return deflated;
  return number === 93 || number === 20 ? zstandard() : undefined;
}

function zstandard(): PackingMethod | undefined {
  if (!("zstdDecompress" in zlib)) return undefined;
  const { zstdDecompress, createZstdDecompress, constants } = zlib;
  const flush = (isCut: boolean): number => (isCut ? constants.ZSTD_e_flush : constants.ZSTD_e_end);
  return {
    unpack: (packed, limits) =>
      unpackWith(zstdDecompress, packed, { ...optionsOf(limits), finishFlush: flush(limits.isCut) }),
    stream: (isCut) => createZstdDecompress({ chunkSize: pieceBytes, finishFlush: flush(isCut) }),
  };
}

/** True if Node rejected the compressed bytes, and not their source. */
export function isPackingError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:Z_|ZSTD_)/.test(String(error.code));
}

interface ZlibOptions {
  readonly chunkSize: number;
  readonly maxOutputLength: number;
  readonly finishFlush: number;
}

type Unpack = (
  packed: Uint8Array,
  options: ZlibOptions,
  callback: (error: Error | null, bytes: Uint8Array) => void,
) => void;

function unpackWith(unpack: Unpack, packed: Uint8Array, options: ZlibOptions): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    unpack(packed, options, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

/** Returns `undefined` if the member is not small, or larger than claimed. */
function inflatedAtOnce(packed: Uint8Array, limits: UnpackLimits, options: ZlibOptions): Uint8Array | undefined {
  if (packed.length > smallPackedBytes || limits.expectedBytes > smallBytes) return undefined;
  try {
    return zlib.inflateRawSync(packed, { ...options, maxOutputLength: Math.min(smallBytes, limits.mostBytes) });
  } catch (error) {
    if (isTooLarge(error) && limits.mostBytes > smallBytes) return undefined;
    throw error;
  }
}

/** True if Node stopped because the output exceeds the limit. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

/**
 * Uses a single chunk if the claimed size is correct, because several chunks would be held twice while they are joined.
 * A false size reserves addresses but no memory, because untouched pages are not allocated.
 */
function optionsOf({ mostBytes, expectedBytes }: UnpackLimits): Omit<ZlibOptions, "finishFlush"> {
  const chunkSize = Math.max(leastPieceBytes, Math.min(mostBytes, expectedBytes + 1));
  return { chunkSize, maxOutputLength: mostBytes };
}

function flushOf(isCut: boolean): number {
  return isCut ? zlib.constants.Z_SYNC_FLUSH : zlib.constants.Z_FINISH;
}
