import { memberTime } from "../member-time.ts";

/** Bytes of a header, and what every member is filled up to (POSIX.1-2024, pax, ustar interchange format). */
export const blockBytes = 512;

/** What stands before the bytes of a member. */
export interface TarHeader {
  readonly name: string;
  /** A character, such as `0` for a file and `5` for a folder. */
  readonly type: string;
  /** Bytes behind the header, before they are filled up; NaN where that is no number. */
  readonly size: number;
  readonly modified: Date | undefined;
  readonly target: string;
  readonly block: Uint8Array;
}

const checksumAt = 148;
const checksumBytes = 8;

/** Whether the block has the sum of itself, as unsigned bytes or, in old archives, signed ones. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < blockBytes) return false;
  const wanted = numberIn(block, checksumAt, checksumBytes);
  let [unsigned, signed] = [0, 0];
  for (let at = 0; at < blockBytes; at += 1) {
    const isSum = at >= checksumAt && at < checksumAt + checksumBytes;
    const byte = isSum ? 0x20 : (block[at] ?? 0);
    unsigned += byte;
    signed += byte < 0x80 ? byte : byte - 0x100;
  }
  return wanted === unsigned || wanted === signed;
}

/** Whether a block has nothing in it, as the end of an archive has two. */
export function isEmptyBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Reads a block that has its sum. */
export function readTarHeader(block: Uint8Array): TarHeader {
  const seconds = numberIn(block, 136, 12);
  const name = textIn(block, 0, 100);
  // GNU writes `ustar` with a blank, and keeps other things where the prefix would be.
  const prefix = textIn(block, 257, 6) === "ustar" && block[262] === 0 ? textIn(block, 345, 155) : "";
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    type: String.fromCharCode(block[156] || 0x30),
    size: numberIn(block, 124, 12),
    modified: memberTime(seconds),
    target: textIn(block, 157, 100),
    block,
  };
}

/** A number in octal digits, or in bytes where the first has its highest bit set; NaN where it is neither. */
export function numberIn(block: Uint8Array, at: number, length: number): number {
  const first = block[at] ?? 0;
  if (first >= 0x80) {
    if (first === 0xff) return Number.NaN;
    return block.subarray(at + 1, at + length).reduce((value, byte) => value * 256 + byte, first & 0x7f);
  }
  const digits = textIn(block, at, length).trim();
  if (digits === "") return 0;
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** Text up to the first zero. */
export function textIn(block: Uint8Array, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return decodeText(end < 0 ? field : field.subarray(0, end));
}

/** UTF-8 where it is such, else Windows' Latin, which has a character for every byte. */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return text.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : text;
}
