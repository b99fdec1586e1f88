const romanDigits: readonly (readonly [string, number])[] = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

/** Roman numerals have no number beyond this one; a page that claims one is numbered plainly. */
const maxRoman = 3999;
/** The letter of page 1000 would be written 39 times. */
const maxLetters = 2600;

/** A number in capital Roman numerals. */
export function roman(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > maxRoman) return String(value);
  let rest = value;
  let text = "";
  for (const [digit, worth] of romanDigits) {
    text += digit.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return text;
}

/** A to Z, then AA to ZZ, then AAA: the letters of PDF 32000-1, table 159. */
export function letters(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > maxLetters) return String(value);
  const letter = String.fromCodePoint(65 + ((value - 1) % 26));
  return letter.repeat(Math.ceil(value / 26));
}
