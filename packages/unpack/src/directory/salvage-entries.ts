import { Buffer } from "node:buffer";
import { aesLock } from "../contract/extra-fields.ts";
import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { dosTime, entrySignature } from "./listed-entry.ts";
import { type LocalHeader, localSignature, readLocalHeader } from "./local-header.ts";
import { decodeName, LegacyNames } from "./names.ts";

const descriptorSignature = 0x08074b50;
const isEncryptedFlag = 0x1;
const hasDescriptorFlag = 0x8;
const isUtf8Flag = 0x800;

/** Maximum size of a local header. */
const longestHeaderBytes = 30 + 2 * 0xffff;

/** Maximum number of members to search for. A file without a directory is seldom large. */
const mostEntries = 100_000;

/** Maximum number of false signatures within a member. */
const mostFalseEnds = 1000;

/** Finds the members of a file with a missing or damaged directory by their local headers. */
export async function salvageEntries({ source }: OpenZipOptions): Promise<readonly ZipEntry[]> {
  const found: FoundMember[] = [];
  const names = new LegacyNames();
  let at = await findSignature(source, 0, [localSignature]);
  while (at !== undefined && found.length < mostEntries) {
    const header = readLocalHeader(await source.slice(at, at + longestHeaderBytes));
    if (header === undefined) break;
    const bounds = await boundsOf(source, header, at);
    found.push({ header, headerAt: at, bounds });
    if (!isUtf8Name(header)) names.add(header.nameBytes, [0, header.nameBytes.length]);
    at = bounds.isCut ? undefined : await findSignature(source, bounds.end, [localSignature]);
  }
  await names.decide();
  return found.map((member) => salvaged(member, names));
}

interface FoundMember {
  readonly header: LocalHeader;
  readonly headerAt: number;
  readonly bounds: Bounds;
}

/** The end of a member's bytes, and the facts from its data descriptor. */
interface Bounds {
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number | undefined;
  readonly end: number;
  readonly isCut: boolean;
}

async function boundsOf(source: OpenZipOptions["source"], header: LocalHeader, headerAt: number): Promise<Bounds> {
  const start = headerAt + header.length;
  const isKnown = (header.flags & hasDescriptorFlag) === 0 || header.packedBytes > 0;
  if (!isKnown) return boundsByDescriptor(source, start);
  const { packedBytes, bytes, crc32 } = header;
  const available = Math.max(0, source.size - start);
  const isCut = packedBytes > available;
  return { packedBytes: Math.min(packedBytes, available), bytes, crc32, end: start + packedBytes, isCut };
}

/**
 * The sizes are in a data descriptor after the bytes (APPNOTE 4.3.9), maybe with a signature, before the next header.
 */
async function boundsByDescriptor(source: OpenZipOptions["source"], start: number): Promise<Bounds> {
  let tries = 0;
  for await (const at of findSignatures(source, start, [descriptorSignature, localSignature, entrySignature])) {
    const bounds = await descriptorAt(source, { start, at });
    if (bounds !== undefined) return bounds;
    tries += 1;
    if (tries > mostFalseEnds) break;
  }
  const packedBytes = Math.max(0, source.size - start);
  return { packedBytes, bytes: 0, crc32: undefined, end: source.size, isCut: true };
}

interface Candidate {
  readonly start: number;
  /** Offset of a signature. */
  readonly at: number;
}

/** Returns checksum and sizes before or after a signature, if the size matches the distance. */
async function descriptorAt(source: OpenZipOptions["source"], { start, at }: Candidate): Promise<Bounds | undefined> {
  const bytes = await source.slice(Math.max(0, at - 12), at + 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offset = at - Math.max(0, at - 12);
  const isSigned = view.byteLength >= offset + 16 && view.getUint32(offset, true) === descriptorSignature;
  const from = isSigned ? offset + 4 : offset - 12;
  if (from < 0) return undefined;
  const packedBytes = view.getUint32(from + 4, true);
  const end = isSigned ? at : at - 12;
  if (start + packedBytes !== end) return undefined;
  return { packedBytes, bytes: view.getUint32(from + 8, true), crc32: view.getUint32(from, true), end, isCut: false };
}

function isUtf8Name({ flags }: LocalHeader): boolean {
  return (flags & isUtf8Flag) !== 0;
}

function salvaged({ header, headerAt, bounds }: FoundMember, names: LegacyNames): ZipEntry {
  const name = decodeName(header.nameBytes, isUtf8Name(header), names.decode);
  const { packedBytes, bytes, crc32, isCut } = bounds;
  const isEncrypted = (header.flags & isEncryptedFlag) !== 0;
  const aes = isEncrypted ? aesLock(header.method, () => header.extraFields) : undefined;
  return {
    name,
    packedBytes,
    bytes,
    method: aes?.method ?? header.method,
    crc32,
    isFolder: name.endsWith("/"),
    isEncrypted,
    aes,
    isSymbolicLink: false,
    isCut,
    modified: dosTime(header.date, header.time),
    comment: "",
    headerAt,
  };
}

/** Chunk size for searching. */
const pieceBytes = 1024 * 1024;

const signatureBytes = 4;

/** Yields the offsets of signatures from `start`. All signatures start with `PK`. */
async function* findSignatures(
  source: OpenZipOptions["source"],
  start: number,
  wanted: readonly number[],
): AsyncGenerator<number> {
  for (let at = start; at < source.size; at += pieceBytes) {
    const piece = await source.slice(at, at + pieceBytes + signatureBytes - 1);
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let found = buffer.indexOf("PK"); found >= 0; found = buffer.indexOf("PK", found + 1)) {
      const isWhole = found < pieceBytes && found + signatureBytes <= buffer.length;
      if (isWhole && wanted.includes(buffer.readUInt32LE(found))) yield at + found;
    }
  }
}

/** Returns the offset of the first of several signatures from `start`, if any. */
async function findSignature(
  source: OpenZipOptions["source"],
  start: number,
  wanted: readonly number[],
): Promise<number | undefined> {
  for await (const at of findSignatures(source, start, wanted)) return at;
  return undefined;
}
