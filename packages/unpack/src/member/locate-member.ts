import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { localHeaderBytes, readLocalHeader } from "../directory/local-header.ts";
import { type AesInput, decipheredAes } from "./aes.ts";
import { cutOff, damaged, encrypted, unknownEncryption, wrongPassword } from "./member-errors.ts";

/** Members up to this size are read with their header in one slice, because a slice may cross a pipe. */
const nearBytes = 256 * 1024;

/** Room for the name and extra fields, which may differ from those in the directory. */
const variableBytes = 1024;

/** The location of a member's bytes, and those read with its header. */
export interface LocatedMember {
  readonly start: number;
  readonly end: number;
  /** The compressed bytes. Absent if they were not read yet. */
  readonly packed?: Uint8Array;
}

/** Finds the bytes of a member after its local header, whose name and extra fields vary in length. */
export async function locateMember(entry: ZipEntry, options: OpenZipOptions): Promise<LocatedMember> {
  const { source } = options;
  const { headerAt, packedBytes } = entry;
  const isInside = Number.isSafeInteger(headerAt) && headerAt >= 0 && headerAt + localHeaderBytes <= source.size;
  if (!isInside || packedBytes > source.size) throw cutOff(entry, options);
  const near = localHeaderBytes + (packedBytes > nearBytes ? 0 : variableBytes + packedBytes);
  const bytes = await source.slice(headerAt, headerAt + near);
  const header = readLocalHeader(bytes);
  if (header === undefined) throw damaged(entry, options);
  const start = headerAt + header.length;
  const end = start + packedBytes;
  const packed = bytes.subarray(header.length, header.length + packedBytes);
  return packed.length === packedBytes && header.length <= bytes.length ? { start, end, packed } : { start, end };
}

/** Returns all compressed bytes of a member. */
export async function packedBytesOf(entry: ZipEntry, options: OpenZipOptions): Promise<Uint8Array> {
  const { start, end, packed } = await locateMember(entry, options);
  if (packed !== undefined) return packed;
  const bytes = await options.source.slice(start, end);
  if (bytes.length < end - start) throw cutOff(entry, options);
  return bytes;
}

/** Streams the compressed bytes of a member, and decrypts AES. Throws `encrypted` for other encryption. */
export function plainPieces(entry: ZipEntry, options: OpenZipOptions): AsyncIterable<Uint8Array> {
  const key = keyOf(entry, options);
  if (key === undefined) return packedPieces(entry, options);
  return decipheredAes(packedPieces(entry, options), {
    ...key,
    packedBytes: entry.packedBytes,
    isCut: entry.isCut,
    wrongPassword: () => wrongPassword(entry, options),
    damaged: () => damaged(entry, options),
  });
}

/**
 * Returns the password for a member, or `undefined` if it is not encrypted. Throws `encrypted` if there is no password.
 */
export function keyOf(entry: ZipEntry, options: OpenZipOptions): MemberKey | undefined {
  if (!entry.isEncrypted) return undefined;
  const { password } = options;
  if (password === undefined) throw encrypted(entry, options);
  if (entry.aes === undefined) throw unknownEncryption(entry, options);
  return { lock: entry.aes, password };
}

type MemberKey = Pick<AesInput, "lock" | "password">;

/** Joins all chunks. */
export async function plainBytes(entry: ZipEntry, options: OpenZipOptions): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of plainPieces(entry, options)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

async function* packedPieces(entry: ZipEntry, options: OpenZipOptions): AsyncGenerator<Uint8Array> {
  const { start, end, packed } = await locateMember(entry, options);
  if (packed !== undefined) {
    yield packed;
    return;
  }
  let at = start;
  for await (const piece of options.source.stream({ start, end })) {
    at += piece.length;
    yield piece;
  }
  if (at < end) throw cutOff(entry, options);
}
