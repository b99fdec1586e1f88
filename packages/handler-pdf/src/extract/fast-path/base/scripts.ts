/** The first mark that is put over another character; what comes before needs no look, in its direction neither. */
export const firstOdd = 0x300;

type Ranges = readonly (readonly [first: number, last: number])[];

/** Greek and Cyrillic, signs, and Han and Hangul: neither written from right to left, nor marks. */
const plain: Ranges = [
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x2010, 0x20cf],
  [0x20f1, 0x2cee],
  [0x3100, 0xa66e],
  [0xac00, 0xfb1c],
];

/** The scripts that are written from right to left, their digits and their marks among them. */
const rightToLeft: Ranges = [
  [0x590, 0x8ff],
  [0x200f, 0x200f],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
];

/** Whether a character may turn the direction of its line. */
export function isRightToLeft(character: number): boolean {
  return !isIn(plain, character) && isIn(rightToLeft, character);
}

/** Whether a character is a mark on the one before. */
export function isMark(character: number): boolean {
  return character >= firstOdd && !isIn(plain, character) && /\p{Mn}/u.test(String.fromCodePoint(character));
}

function isIn(ranges: Ranges, character: number): boolean {
  for (const [first, last] of ranges) if (character >= first && character <= last) return true;
  return false;
}
