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
