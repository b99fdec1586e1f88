import { type Cipher, createCipheriv, createHmac, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ReadError } from "@reader/core/handler";
import { named as nameWords } from "@reader/core/render";
import type { AesLock } from "../contract/extra-fields.ts";
import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";
import { localHeaderBytes, readLocalHeader } from "../directory/read-directory.ts";

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

/** Options for decryption. */
interface AesInput {
  readonly lock: AesLock;
  readonly password: string;
  /** Total size in bytes. */
  readonly packedBytes: number;
  /** True if the end is missing, including the authentication code. */
  readonly isCut: boolean;
  /** Creates the error for a wrong password. */
  readonly wrongPassword: () => Error;
  /** Creates the error for altered bytes. */
  readonly damaged: () => Error;
}

/** Number of hash iterations (WinZip, "AES Encryption Information", III.B). */
const rounds = 1000;

const verifierBytes = 2;
const proofBytes = 10;
const blockBytes = 16;

const derive = promisify(pbkdf2);

/** Decrypts a member: salt, verifier, bytes and authentication code. */
async function* decipheredAes(
  pieces: AsyncIterable<Uint8Array>,
  input: AesInput,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { keyBytes } = input.lock;
  const headBytes = keyBytes / 2 + verifierBytes;
  const end = input.packedBytes - (input.isCut ? 0 : proofBytes);
  if (end < headBytes) throw input.damaged();
  const head: Uint8Array[] = [];
  const proof: Uint8Array[] = [];
  let opened: Opened | undefined;
  for await (const { at, bytes } of cutAt(pieces, [headBytes, end])) {
    if (at < headBytes) head.push(bytes);
    else if (at >= end) proof.push(bytes);
    else yield (opened ??= await openAes(Buffer.concat(head), input)).decipher(bytes);
  }
  // An empty member is authenticated as well.
  opened ??= await openAes(Buffer.concat(head), input);
  if (!input.isCut && !opened.isProved(proof)) throw input.damaged();
}

interface PlacedPiece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Splits a stream at these offsets, which are in order. */
async function* cutAt(
  pieces: AsyncIterable<Uint8Array>,
  places: readonly number[],
): AsyncGenerator<PlacedPiece, void, undefined> {
  let at = 0;
  for await (const piece of pieces) {
    const start = at;
    at += piece.length;
    const ends = [...places.filter((place) => place > start && place < at), at];
    let from = start;
    for (const end of ends) {
      yield { at: from, bytes: piece.subarray(from - start, end - start) };
      from = end;
    }
  }
}

interface Opened {
  decipher(bytes: Uint8Array): Uint8Array;
  isProved(proof: readonly Uint8Array[]): boolean;
}

async function openAes(head: Uint8Array, { lock, password, wrongPassword }: AesInput): Promise<Opened> {
  const { keyBytes } = lock;
  const salt = head.subarray(0, keyBytes / 2);
  const keys = await derive(password, salt, rounds, 2 * keyBytes + verifierBytes, "sha1");
  if (!keys.subarray(2 * keyBytes).equals(head.subarray(keyBytes / 2))) throw wrongPassword();
  const stream = keyStream(createCipheriv(`aes-${keyBytes * 8}-ecb`, keys.subarray(0, keyBytes), null));
  const hmac = createHmac("sha1", keys.subarray(keyBytes, 2 * keyBytes));
  return {
    decipher(bytes) {
      hmac.update(bytes);
      const key = stream(bytes.length);
      return bytes.map((byte, index) => byte ^ (key[index] ?? 0));
    },
    isProved(proof) {
      const given = Buffer.concat(proof);
      return given.length === proofBytes && timingSafeEqual(given, hmac.digest().subarray(0, proofBytes));
    },
  };
}

/**
 * Returns the next bytes of the key stream: encrypted blocks of a counter from 1. The counter is little endian, unlike
 * that of the platform.
 */
function keyStream(cipher: Cipher): (length: number) => Uint8Array {
  cipher.setAutoPadding(false);
  let counter = 0;
  let left: Uint8Array = new Uint8Array(0);
  return (length) => {
    const blocks = Math.ceil(Math.max(0, length - left.length) / blockBytes);
    const counters = new DataView(new ArrayBuffer(blocks * blockBytes));
    for (let block = 0; block < blocks; block += 1) {
      counter += 1;
      counters.setBigUint64(block * blockBytes, BigInt(counter), true);
    }
    const made = Buffer.concat([left, cipher.update(new Uint8Array(counters.buffer))]);
    left = made.subarray(length);
    return made;
  };
}

/** What a member is read from. */
type Where = Pick<OpenZipOptions, "source">;

/** The member is encrypted. */
function encrypted(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("encrypted", `${named(entry, where)} is encrypted.`);
}

/** The member is encrypted, and the password is wrong. */
function wrongPassword(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("encrypted", `${named(entry, where)} is encrypted, and the password is wrong.`, {
    hint: "Ask the user for the right password, and read it again with `password`.",
  });
}

/** The member's encryption is not supported. */
function unknownEncryption(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("encrypted", `${named(entry, where)} is encrypted in a way that is not supported.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}

/** The member's compression method is not supported. */
export function unknownMethod(entry: ZipEntry, where: Where): ReadError {
  return new ReadError(
    "unsupported-type",
    `${named(entry, where)} is compressed with ${methodWords(entry.method)}, which is not supported.`,
    {
      hint: "Unpack the archive with `7z x` first.",
    },
  );
}

/** The file ends before the member does. */
function cutOff(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("corrupt", `${named(entry, where)} is cut off.`);
}

/** The checksum of the member does not match. */
export function damaged(entry: ZipEntry, where: Where, cause?: unknown): ReadError {
  return new ReadError("corrupt", `${named(entry, where)} is damaged.`, cause === undefined ? {} : { cause });
}

/** The member shares its bytes with another member. */
export function shared(entry: ZipEntry, where: Where): ReadError {
  return new ReadError(
    "corrupt",
    `${named(entry, where)} shares its bytes with another member, which only happens in zip bombs.`,
    {
      hint: "Do not open this file; its list of members can be read.",
    },
  );
}

function named({ name }: ZipEntry, { source }: Where): string {
  return `${nameWords(name)} in ${source.path}`;
}

/** APPNOTE 4.4.5. */
const methods: Readonly<Record<number, string>> = {
  1: "Shrink",
  6: "Implode",
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  20: "Zstandard",
  93: "Zstandard",
  94: "MP3",
  95: "XZ",
  96: "JPEG",
  97: "WavPack",
  98: "PPMd",
};

function methodWords(method: number): string {
  return methods[method] ?? `an unknown method (${method})`;
}
