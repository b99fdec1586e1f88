import { ReadError } from "@reader/core/handler";
import { named as nameWords } from "@reader/core/render";
import type { OpenZipOptions, ZipEntry } from "../contract/zip.ts";

/** What a member is read from. */
type Where = Pick<OpenZipOptions, "source">;

/** The member is encrypted. */
export function encrypted(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("encrypted", `${named(entry, where)} is encrypted.`);
}

/** The member is encrypted, and the password is wrong. */
export function wrongPassword(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("encrypted", `${named(entry, where)} is encrypted, and this is a wrong password.`, {
    hint: "Ask the user for the right password, and read it again with `password`.",
  });
}

/** The member's encryption is not supported. */
export function unknownEncryption(entry: ZipEntry, where: Where): ReadError {
  return new ReadError("encrypted", `${named(entry, where)} is encrypted in a way that is not read here.`, {
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
export function cutOff(entry: ZipEntry, where: Where): ReadError {
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
