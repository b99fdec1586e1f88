import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { localHeaderBytes, readLocalHeader } from "../directory/local-header.ts";
import { type AesInput, decipheredAes } from "./aes.ts";
import { cutOff, damaged, encrypted, unknownEncryption, wrongPassword } from "./member-errors.ts";

/** Members up to this size come with their header in one slice: slices may go over a pipe. */
const nearBytes = 256 * 1024;

/** Room for the name and the extra fields, which may be others than those in the directory. */
const variableBytes = 1024;

/** Where the bytes of a member are, and those that came with the header. */
export interface LocatedMember {
  readonly start: number;
  readonly end: number;
  /** All bytes of the member as they are packed; absent where they are still to be read. */
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

/** All bytes of a member as they are packed. */
export async function packedBytesOf(entry: ZipEntry, options: OpenZipOptions): Promise<Uint8Array> {
  const { start, end, packed } = await locateMember(entry, options);
  if (packed !== undefined) return packed;
  const bytes = await options.source.slice(start, end);
  if (bytes.length < end - start) throw cutOff(entry, options);
  return bytes;
}

/** The bytes of a member as they are packed, deciphered where AES encrypts them. Throws `encrypted` of any other. */
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

/** What opens a member; absent where it is not encrypted. Throws `encrypted` where there is nothing that does. */
export function keyOf(entry: ZipEntry, options: OpenZipOptions): MemberKey | undefined {
  if (!entry.isEncrypted) return undefined;
  const { password } = options;
  if (password === undefined) throw encrypted(entry, options);
  if (entry.aes === undefined) throw unknownEncryption(entry, options);
  return { lock: entry.aes, password };
}

type MemberKey = Pick<AesInput, "lock" | "password">;

/** All of them. */
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
