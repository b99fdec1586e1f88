import { memberTime } from "../bytes/member.ts";

/** Size of a header, and the block size (POSIX.1-2024, pax, ustar interchange format). */
export const blockBytes = 512;

/** The header of a member. */
export interface TarHeader {
  readonly name: string;
  /** A character, such as `0` for a file and `5` for a folder. */
  readonly type: string;
  /** Size of the member's data without padding, in bytes. NaN if the field is not a number. */
  readonly size: number;
  readonly modified: Date | undefined;
  readonly target: string;
  readonly block: Uint8Array;
}

const checksumAt = 148;
const checksumBytes = 8;

/** True if the block's checksum is valid, with unsigned bytes or, as in old archives, signed ones. */
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

/** True if a block is all zeros. Two of them end an archive. */
export function isEmptyBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Parses a block with a valid checksum. */
export function readTarHeader(block: Uint8Array): TarHeader {
  const seconds = numberIn(block, 136, 12);
  const name = textIn(block, 0, 100);
  // GNU writes `ustar` with a space, and uses the prefix field for other data.
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

/** Parses an octal number, or a binary one if the highest bit is set. Returns NaN otherwise. */
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

/** Decodes UTF-8 if valid, otherwise Windows-1252, which has a character for every byte. */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return text.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : text;
}

/** The fields of an extended header by keyword. The last of several wins, but see `sparse`. */
export interface PaxRecords {
  readonly fields: ReadonlyMap<string, string>;
  /** Offsets and sizes of GNU's first sparse format, which repeats its keywords. */
  readonly sparse: readonly number[];
}

/** No records. */
export const noRecords: PaxRecords = { fields: new Map(), sparse: [] };

/**
 * Reads `length keyword=value` records (POSIX.1-2024, pax extended header). Stops at the first invalid record, because
 * the start of the next one is then unknown.
 */
export function readPaxRecords(bytes: Uint8Array): PaxRecords {
  const fields = new Map<string, string>();
  const sparse: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at);
    const length = blank < 0 ? Number.NaN : Number(decodeText(bytes.subarray(at, blank)));
    const end = at + length;
    if (!Number.isSafeInteger(length) || end <= blank + 1 || end > bytes.length) break;
    const record = decodeText(bytes.subarray(blank + 1, end - 1));
    const equals = record.indexOf("=");
    const keyword = record.slice(0, Math.max(0, equals));
    if (keyword === "GNU.sparse.offset" || keyword === "GNU.sparse.numbytes") {
      sparse.push(Number(record.slice(equals + 1)));
    }
    fields.set(keyword, record.slice(equals + 1));
    at = end;
  }
  return { fields, sparse };
}
