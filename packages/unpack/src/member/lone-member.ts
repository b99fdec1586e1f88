import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { endRecordBytes, endSignature } from "../directory/end-record.ts";
import { entrySignature, fixedEntryBytes } from "../directory/listed-entry.ts";
import { type LocalHeader, localHeaderBytes, localSignature, readLocalHeader } from "../directory/local-header.ts";
import { packedBytesOf, plainBytes } from "./locate-member.ts";
import { damaged } from "./member-errors.ts";

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
