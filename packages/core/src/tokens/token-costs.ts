// Written by scripts/fit-token-costs.mjs; o200k_base as counted by gpt-tokenizer 4.

/**
 * Hundredths of a token that an ASCII character adds, by the class of the character before it (the row) and its own
 * (the column), both in the order of `narrowClasses`. The last row stands for every class beyond ASCII.
 */
export const narrowCosts: readonly (readonly number[])[] = [
  [11, 110, 100, 90, 94, 97, 96, 105, 101, 96, 104, 78],
  [6, 12, 55, 99, 7, 0, 10, 10, 10, 10, 10, 10],
  [6, 19, 52, 102, 3, 18, 18, 55, 98, 100, 101, 105],
  [95, 95, 100, 33, 88, 91, 106, 148, 79, 109, 90, 83],
  [106, 101, 101, 89, 19, 2, 2, 92, 79, 101, 79, 96],
  [89, 70, 102, 92, 4, 4, 29, 69, 72, 91, 60, 89],
  [100, 111, 100, 107, 22, 35, 53, 146, 88, 92, 101, 64],
  [107, 88, 102, 134, 7, 24, 93, 12, 109, 108, 105, 82],
  [0, 95, 102, 99, 71, 66, 76, 46, 7, 6, 5, 30],
  [10, 103, 100, 101, 86, 88, 104, 80, 6, 16, 13, 39],
  [11, 115, 101, 74, 25, 10, 9, 30, 31, 6, 13, 26],
  [4, 74, 101, 97, 59, 71, 68, 28, 37, 28, 57, 7],
  [132, 60, 100, 101, 18, 11, 55, 93, 103, 106, 94, 109],
];

/**
 * Hundredths of a token that a UTF-16 unit beyond ASCII adds, a row for each of `wideClassNames`: after its own class,
 * after a space or line end, and after anything else.
 */
export const wideCosts: readonly (readonly number[])[] = [
  [16, 5, 63],
  [100, 100, 181],
  [36, 14, 102],
  [21, 4, 87],
  [42, 38, 95],
  [29, 7, 98],
  [31, 7, 98],
  [40, 36, 86],
  [40, 84, 99],
  [30, 0, 100],
  [72, 23, 95],
  [56, 62, 101],
  [68, 93, 94],
  [21, 65, 104],
  [51, 33, 102],
  [100, 161, 212],
  [100, 0, 10],
  [46, 36, 97],
];
