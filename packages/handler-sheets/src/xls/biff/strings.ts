import { byteAt, wordAt, type BiffRecord } from "./records.ts";

/** Flag of strings with two bytes per character ([MS-XLS] 2.5.293); other strings omit the high bytes. */
const isWide = 1;

/** Reads up to `count` characters. */
function charactersAt(data: DataView, at: number, { count, flags }: { count: number; flags: number }): string {
  const width = (flags & isWide) === 0 ? 1 : 2;
  const end = Math.min(data.byteLength, at + count * width);
  let text = "";
  for (let place = at; place + width <= end; place += width) {
    text += String.fromCharCode(width === 1 ? byteAt(data, place) : wordAt(data, place));
  }
  return text;
}

/** Reads a string with a 16-bit length and a flags byte ([MS-XLS] 2.5.294). */
export function longStringAt(data: DataView, at: number): string {
  return charactersAt(data, at + 3, { count: wordAt(data, at), flags: byteAt(data, at + 2) });
}

/** Reads a string with an 8-bit length and a flags byte ([MS-XLS] 2.5.240). */
export function shortStringAt(data: DataView, at: number): string {
  return charactersAt(data, at + 2, { count: byteAt(data, at), flags: byteAt(data, at + 1) });
}

/** Reads a known number of characters after a flags byte ([MS-XLS] 2.5.296). */
export function unicodeTextAt(data: DataView, at: number, count: number): string {
  return charactersAt(data, at + 1, { count, flags: byteAt(data, at) });
}

/** Returns the size of a string with a 16-bit length and a flags byte, in bytes. */
export function unicodeStringBytes(data: DataView, at: number): number {
  return 3 + wordAt(data, at) * ((byteAt(data, at + 2) & isWide) === 0 ? 1 : 2);
}

/** Reads the text of a TXO record ([MS-XLS] 2.4.329). It is in the CONTINUE records, each with its own flags byte. */
export function textOfObject({ data, continued }: BiffRecord): string {
  let left = wordAt(data, 10);
  let text = "";
  for (const part of continued) {
    if (left <= 0) break;
    const piece = charactersAt(part, 1, { count: left, flags: byteAt(part, 0) });
    text += piece;
    left -= piece.length;
  }
  return text;
}
