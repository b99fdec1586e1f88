/** Every decimal of 6 digits survives a conversion to 32 bits, and every number of 32 bits one to 9 digits. */
const leastDigits = 6;
const mostDigits = 9;

/** Returns the shortest decimal that is a number of 32 bits: 0.1 instead of 0.10000000149011612. */
export function shortestFloat(value: number): number {
  if (Number.isInteger(value)) return value;
  for (let digits = leastDigits; digits < mostDigits; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(mostDigits));
}
