import { byteAt, wordAt, type BiffRecord } from "./records.ts";

/** The flag of strings with two bytes a character ([MS-XLS] 2.5.293); the others leave out the high bytes. */
const isWide = 1;

/** So many characters from a place on, as far as there are any. */
function charactersAt(data: DataView, at: number, { count, flags }: { count: number; flags: number }): string {
  const width = (flags & isWide) === 0 ? 1 : 2;
  const end = Math.min(data.byteLength, at + count * width);
  let text = "";
  for (let place = at; place + width <= end; place += width) {
    text += String.fromCharCode(width === 1 ? byteAt(data, place) : wordAt(data, place));
  }
  return text;
}

/** A string with its length in two bytes and its flags in one ([MS-XLS] 2.5.294). */
export function longStringAt(data: DataView, at: number): string {
  return charactersAt(data, at + 3, { count: wordAt(data, at), flags: byteAt(data, at + 2) });
}

/** A string with its length in one byte and its flags in one ([MS-XLS] 2.5.240). */
export function shortStringAt(data: DataView, at: number): string {
  return charactersAt(data, at + 2, { count: byteAt(data, at), flags: byteAt(data, at + 1) });
}

/** Characters whose number is known, behind one byte of flags ([MS-XLS] 2.5.296). */
export function unicodeTextAt(data: DataView, at: number, count: number): string {
  return charactersAt(data, at + 1, { count, flags: byteAt(data, at) });
}

/** Bytes of a string with its length in two bytes and its flags in one. */
export function unicodeStringBytes(data: DataView, at: number): number {
  return 3 + wordAt(data, at) * ((byteAt(data, at + 2) & isWide) === 0 ? 1 : 2);
}

/** The text of a TXO record ([MS-XLS] 2.4.329): it is in what continues the record, each part with flags of its own. */
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
