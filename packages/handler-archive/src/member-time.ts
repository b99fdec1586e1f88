/** The seconds between which a year has four digits and somebody may have packed a file. */
const firstSecond = Date.UTC(1900, 0, 1) / 1000;
const lastSecond = Date.UTC(10_000, 0, 1) / 1000 - 1;

/**
 * A time that an archive gives in seconds since 1970. `undefined` if it is 0, which programs write if they know none, or
 * not in the years from 1900 to 9999: archives may hold any number.
 */
export function memberTime(seconds: number): Date | undefined {
  if (seconds === 0 || !(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  return new Date(seconds * 1000);
}
