const asterisk = 0x2a;
const digitZero = 0x30;
const digitNine = 0x39;

/**
 * Characters that the engine takes for bullets, digits among them: a line below one that begins with a bullet is not a new
 * paragraph for its indent. First and last of each range from `firstSign` on; found by asking the engine about every character.
 */
const ranges = [
  [0xb7, 0xb7],
  [0x2022, 0x2023],
  [0x2043, 0x2043],
  [0x204c, 0x204d],
  [0x2219, 0x2219],
  [0x25c9, 0x25c9],
  [0x25cb, 0x25cb],
  [0x25cf, 0x25cf],
  [0x25d8, 0x25d8],
  [0x25e6, 0x25e6],
  [0x2619, 0x261f],
  [0x2660, 0x2667],
  [0x2765, 0x2765],
  [0x2767, 0x2767],
  [0x29be, 0x29bf],
  [0xfffd, 0xfffd],
  [0x1f446, 0x1f449],
  [0x1f597, 0x1f5a3],
  [0x1fbc1, 0x1fbc3],
] as const;

/** Before it are an asterisk and digits only, which is told at once, because nearly all lines begin there. */
const firstSign = 0xb7;

/** Whether a line that begins with this character may be an item of a list. */
export function isBullet(codePoint: number): boolean {
  if (codePoint < firstSign) return codePoint === asterisk || (codePoint >= digitZero && codePoint <= digitNine);
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}
