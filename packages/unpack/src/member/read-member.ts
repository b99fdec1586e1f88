import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { crc32 } from "node:zlib";
import { largestByRatio } from "../contract/inflation-meter.ts";
import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { endRecordBytes, endSignature } from "../directory/end-record.ts";
import { entrySignature, fixedEntryBytes } from "../directory/listed-entry.ts";
import { type LocalHeader, localHeaderBytes, localSignature, readLocalHeader } from "../directory/read-directory.ts";
import { damaged, keyOf, packedBytesOf, plainBytes, plainPieces, unknownMethod } from "./locate-member.ts";

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

const descriptorSignature = 0x08074b50;
const descriptorBytes = 16;
const nameBytes = 1;
const isEncryptedFlag = 0x1;

/** Creates a ZIP file with only this member, still compressed, under a name of one character. */
export async function loneMember(entry: ZipEntry, options: OpenZipOptions): Promise<Uint8Array> {
  const packed = await (entry.aes === undefined ? packedBytesOf(entry, options) : plainBytes(entry, options));
  const header = readLocalHeader(await options.source.slice(entry.headerAt, entry.headerAt + localHeaderBytes));
  if (header === undefined) throw damaged(entry, options);
  const dataAt = localHeaderBytes + nameBytes;
  const descriptorAt = dataAt + packed.length;
  const directoryAt = descriptorAt + descriptorBytes;
  const end = directoryAt + fixedEntryBytes + nameBytes;
  const view = new DataView(new ArrayBuffer(end + endRecordBytes));
  view.setUint32(0, localSignature, true);
  const facts = { header, entry, packedBytes: packed.length };
  writeFacts(view, 4, facts);
  view.setUint8(localHeaderBytes, 0x78);
  new Uint8Array(view.buffer).set(packed, dataAt);
  writeNumbers(view, descriptorAt, [descriptorSignature, entry.crc32 ?? 0, packed.length, entry.bytes]);
  view.setUint32(directoryAt, entrySignature, true);
  writeFacts(view, directoryAt + 6, facts);
  view.setUint8(directoryAt + fixedEntryBytes, 0x78);
  view.setUint32(end, endSignature, true);
  view.setUint16(end + 8, 1, true);
  view.setUint16(end + 10, 1, true);
  writeNumbers(view, end + 12, [end - directoryAt, directoryAt]);
  return new Uint8Array(view.buffer);
}

interface Facts {
  readonly header: LocalHeader;
  readonly entry: ZipEntry;
  readonly packedBytes: number;
}

/**
 * Fields that local header and directory entry share (APPNOTE 4.3.7 and 4.3.12). Decryption needs the flags and the
 * time.
 */
function writeFacts(view: DataView, at: number, { header, entry, packedBytes }: Facts): void {
  const flags = entry.aes === undefined ? header.flags : header.flags & ~isEncryptedFlag;
  const shorts = [20, flags, entry.method, header.time, header.date];
  for (const [index, value] of shorts.entries()) view.setUint16(at + 2 * index, value, true);
  writeNumbers(view, at + 10, [entry.crc32 ?? 0, packedBytes, entry.bytes]);
  view.setUint16(at + 22, nameBytes, true);
}

function writeNumbers(view: DataView, at: number, numbers: readonly number[]): void {
  for (const [index, value] of numbers.entries()) view.setUint32(at + 4 * index, value, true);
}

/** A compression method of a ZIP member (APPNOTE 4.4.5). */
interface PackingMethod {
  /** Unpacks all bytes. With `isCut`, returns what is there although the end is missing. */
  unpack(packed: Uint8Array, limits: UnpackLimits): Promise<Uint8Array>;
  /** Unpacks a stream. */
  stream(isCut: boolean): Transform;
}

/** Limits for unpacking one member. */
interface UnpackLimits {
  /** Maximum unpacked size in bytes. More rejects with `ERR_BUFFER_TOO_LARGE`. */
  readonly mostBytes: number;
  /** The claimed size in bytes. */
  readonly expectedBytes: number;
  readonly isCut: boolean;
}

/** The method of stored members. */
const storedMethod = 0;

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
function methodOf(number: number): PackingMethod | undefined {
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
function isPackingError(error: unknown): boolean {
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
function isTooLarge(error: unknown): boolean {
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

/**
 * Pipes bytes through a Node transform and yields the output. Closes both when the output ends, fails or is abandoned.
 */
export async function* throughTransform(
  bytes: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  const feed = async (): Promise<void> => {
    for await (const piece of bytes) {
      if (transform.destroyed) return;
      if (transform.write(piece)) continue;
      await roomIn(transform);
    }
    transform.end();
  };
  const feeding = feed().catch((error: unknown) => {
    transform.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const piece of transform) yield piece as Uint8Array;
  } finally {
    transform.destroy();
    await feeding;
  }
}

/** Waits until a transform accepts more, or is closed. */
function roomIn(transform: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      transform.off("drain", done).off("close", done);
      resolve();
    };
    transform.on("drain", done).on("close", done);
  });
}
