/** A byte order mark at the start of a byte sequence. */
export interface ByteOrderMark {
  readonly encoding: string;
  readonly bomBytes: number;
}

/** The marks, longer ones first, because the mark of UTF-16LE is a prefix of that of UTF-32LE. */
const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0x00, 0x00]],
  ["utf-32be", [0x00, 0x00, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
  ["gb18030", [0x84, 0x31, 0x95, 0x33]],
];

/**
 * Returns the byte order marks that the bytes may start with. UTF-32LE is ambiguous: it may also be UTF-16LE and a NUL.
 */
export function byteOrderMarks(bytes: Uint8Array): readonly ByteOrderMark[] {
  return marks
    .filter(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
    .map(([encoding, mark]) => ({ encoding, bomBytes: mark.length }));
}
