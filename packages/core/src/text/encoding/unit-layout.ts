/**
 * The size and byte order of code units: one byte for UTF-8 and every ASCII-compatible encoding, or as in UTF-16 or
 * UTF-32.
 */
export interface UnitLayout {
  readonly unitBytes: 1 | 2 | 4;
  readonly littleEndian: boolean;
}

const layouts: Readonly<Record<string, UnitLayout>> = {
  "utf-16le": { unitBytes: 2, littleEndian: true },
  "utf-16be": { unitBytes: 2, littleEndian: false },
  "utf-32le": { unitBytes: 4, littleEndian: true },
  "utf-32be": { unitBytes: 4, littleEndian: false },
};

const singleBytes: UnitLayout = { unitBytes: 1, littleEndian: true };

/**
 * Returns the code units in which line breaks can be found without decoding. Every other encoding is searched by bytes,
 * because 0x0A and 0x0D are never part of another character:
 *
 * - single-byte encodings and UTF-8 use ASCII bytes for ASCII only;
 * - GB18030 has trail bytes 0x40-0x7E and 0x80-0xFE, and digits 0x30-0x39 in its four-byte sequences;
 * - Big5 has trail bytes 0x40-0x7E and 0xA1-0xFE, Shift_JIS 0x40-0x7E and 0x80-0xFC, code page 949 (EUC-KR) 0x41 and
 *   up;
 * - EUC-JP has trail bytes 0xA1-0xFE;
 * - ISO-2022-JP, ISO-2022-KR and HZ use 0x21-0x7E in their shifted state, and end every line in ASCII (RFC 1468, 1557
 *   and 1843).
 */
export function layoutOf(encoding: string): UnitLayout {
  return layouts[encoding] ?? singleBytes;
}
