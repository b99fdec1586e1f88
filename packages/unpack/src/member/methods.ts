import type { Transform } from "node:stream";
import * as zlib from "node:zlib";

/** A way of packing, as a member of a ZIP file has it (APPNOTE 4.4.5). */
export interface PackingMethod {
  /** All at once; `isCut` where the end is missing and what is there is wanted. */
  unpack(packed: Uint8Array, limits: UnpackLimits): Promise<Uint8Array>;
  /** In pieces. */
  stream(isCut: boolean): Transform;
}

/** What bounds the unpacking of one member. */
export interface UnpackLimits {
  /** The most bytes that may come of it; more rejects with `ERR_BUFFER_TOO_LARGE`. */
  readonly mostBytes: number;
  /** What may be expected. */
  readonly expectedBytes: number;
  readonly isCut: boolean;
}

/** How the bytes are as they are. */
export const storedMethod = 0;

/** Large pieces: each one is a turn of the event loop. */
const pieceBytes = 256 * 1024;
const leastPieceBytes = 1024;

/** Packed bytes that are unpacked at once: the way through another thread and back takes longer than their work. */
const smallPackedBytes = 64 * 1024;

/** The most that may come of them at once, so that the event loop is held for a millisecond and no more. */
const smallBytes = 512 * 1024;

const deflated: PackingMethod = {
  async unpack(packed, limits) {
    const options = { ...optionsOf(limits), finishFlush: flushOf(limits.isCut) };
    return inflatedAtOnce(packed, limits, options) ?? unpackWith(zlib.inflateRaw, packed, options);
  },
  stream: (isCut) => zlib.createInflateRaw({ chunkSize: pieceBytes, finishFlush: flushOf(isCut) }),
};

/** The method of a number; undefined where it is not known here. Zstandard is known to Node from 22.15 on. */
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

/** Whether it was the packed bytes that Node complained of, and not who should give them. */
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

/** Whether Node stopped because more came of it than was allowed. */
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
