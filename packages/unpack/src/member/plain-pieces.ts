import type { OpenZipOptions, ZipEntry } from "../zip.ts";
import { decipheredAes, type AesInput } from "./aes.ts";
import { locateMember } from "./locate-member.ts";
import { cutOff, damaged, encrypted, unknownEncryption, wrongPassword } from "./member-errors.ts";

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
