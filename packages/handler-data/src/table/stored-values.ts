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

/** Units of time below a millisecond: their number in one millisecond, and the decimal digits that they add. */
const units = {
  micros: { perMillisecond: 1000n, digits: 3 },
  nanos: { perMillisecond: 1_000_000n, digits: 6 },
} as const;

/** Returns an instant since 1970: a `Date` if it has whole milliseconds, else ISO 8601 with all of its digits. */
export function instantOf(value: bigint, unit: keyof typeof units): Date | string {
  const { perMillisecond, digits } = units[unit];
  const rest = ((value % perMillisecond) + perMillisecond) % perMillisecond;
  const date = new Date(Number((value - rest) / perMillisecond));
  if (rest === 0n || Number.isNaN(date.getTime())) return date;
  return `${date.toISOString().slice(0, -1)}${rest.toString().padStart(digits, "0")}Z`;
}
