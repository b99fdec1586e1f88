/** The class of what words are made of. */
export const regular = 0;
/** White space. */
export const white = 1;
/** What ends a word and stands for itself. */
export const delimiter = 2;
/** Digits, signs and the point. */
export const numeric = 3;

/** The class of each byte. */
export const classes: Uint8Array = classesOf();

function classesOf(): Uint8Array {
  const table = new Uint8Array(256);
  for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) table[code] = white;
  for (const sign of "()<>[]{}/%") table[sign.charCodeAt(0)] = delimiter;
  for (const sign of "+-.0123456789") table[sign.charCodeAt(0)] = numeric;
  return table;
}

/** Whether a byte ends a word: white space or a delimiter. */
export function endsWord(code: number): boolean {
  const kind = classes[code];
  return kind === white || kind === delimiter;
}

/** The value of each hexadecimal digit; -1 for all that is none. */
export const hexValues: Int8Array = Int8Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
});
