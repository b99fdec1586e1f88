import type { OpenZipOptions } from "../contract/zip.ts";
import { decodeName } from "./names.ts";

/** The end record, which locates the directory (APPNOTE 4.3.16). */
export interface EndRecord {
  /** The stored number of entries. Only the lower 16 bits if the archive has more and no ZIP64 record. */
  readonly entryCount: number;
  readonly directoryBytes: number;
  /** The recorded offset of the directory, without data before the archive. */
  readonly directoryAt: number;
  /** The start of the end records, where the directory ends at the latest. */
  readonly end: number;
  readonly isSplit: boolean;
  readonly comment: string;
}

/** Signature of the end record. */
export const endSignature = 0x06054b50;
const wideEndSignature = 0x06064b50;
const wideLocatorSignature = 0x07064b50;
/** Size of the end record without its comment. */
export const endRecordBytes = 22;
const wideLocatorBytes = 20;
const wideEndBytes = 56;

/** Search range: a comment has up to 64 KB, and downloads may have trailing data. */
const searchedBytes = 128 * 1024;

/** Finds the end record. Returns `undefined` if the file has no end record. */
export async function findEndRecord(source: OpenZipOptions["source"]): Promise<EndRecord | undefined> {
  const tailAt = Math.max(0, source.size - searchedBytes);
  const tail = await source.slice(tailAt, source.size);
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const at = findEnd(view);
  if (at === undefined) return undefined;
  const end = readEnd(view, at, tailAt);
  return (await readWideEnd(source, end)) ?? end;
}

/** Returns the last record whose comment ends with the file, or else the last record. */
function findEnd(view: DataView): number | undefined {
  let found: number | undefined;
  for (let at = view.byteLength - endRecordBytes; at >= 0; at -= 1) {
    if (view.getUint8(at) !== 0x50 || view.getUint32(at, true) !== endSignature) continue;
    if (at + endRecordBytes + view.getUint16(at + 20, true) === view.byteLength) return at;
    found ??= at;
  }
  return found;
}

function readEnd(view: DataView, at: number, tailAt: number): EndRecord {
  const commentBytes = Math.min(view.getUint16(at + 20, true), view.byteLength - at - endRecordBytes);
  const disk = view.getUint16(at + 4, true);
  return {
    entryCount: view.getUint16(at + 10, true),
    directoryBytes: view.getUint32(at + 12, true),
    directoryAt: view.getUint32(at + 16, true),
    end: tailAt + at,
    isSplit: disk !== 0 && disk !== 0xffff,
    comment: decodeName(new Uint8Array(view.buffer, view.byteOffset + at + endRecordBytes, commentBytes), false),
  };
}

/** The ZIP64 end record, which the locator before the end record points to (APPNOTE 4.3.14 and 4.3.15). */
async function readWideEnd(source: OpenZipOptions["source"], end: EndRecord): Promise<EndRecord | undefined> {
  const locatorAt = end.end - wideLocatorBytes;
  if (locatorAt < wideEndBytes) return undefined;
  const locator = viewOf(await source.slice(locatorAt, end.end));
  if (locator.byteLength < wideLocatorBytes || locator.getUint32(0, true) !== wideLocatorSignature) return undefined;
  // If data precedes the archive, the record is still right before its locator.
  for (const at of [Number(locator.getBigUint64(8, true)), locatorAt - wideEndBytes]) {
    if (at > locatorAt - wideEndBytes) continue;
    const view = viewOf(await source.slice(at, at + wideEndBytes));
    if (view.byteLength < wideEndBytes || view.getUint32(0, true) !== wideEndSignature) continue;
    return {
      ...end,
      entryCount: Number(view.getBigUint64(32, true)),
      directoryBytes: Number(view.getBigUint64(40, true)),
      directoryAt: Number(view.getBigUint64(48, true)),
      end: at,
      isSplit: view.getUint32(16, true) !== 0,
    };
  }
  return undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
