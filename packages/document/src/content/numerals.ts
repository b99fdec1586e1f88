const romans: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

/** Returns a Roman numeral in capitals, or the decimal number if it is out of range. */
export function romanOf(value: number): string {
  if (value < 1 || value > 4999) return String(value);
  let rest = value;
  let text = "";
  for (const [worth, digits] of romans) {
    while (rest >= worth) {
      text += digits;
      rest -= worth;
    }
  }
  return text;
}

/**
 * Returns A to Z, then AA to ZZ, then AAA, as Office programs count. From 781 on returns the decimal number, as Word
 * does.
 */
export function lettersOf(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCodePoint(0x41 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
