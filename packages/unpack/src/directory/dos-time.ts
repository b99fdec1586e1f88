/** The time of MS-DOS, as if it were UTC; undefined for the first day that there is, which means none. */
export function dosTime(date: number, time: number): Date | undefined {
  const [year, month, day] = [1980 + (date >>> 9), (date >>> 5) & 15, date & 31];
  if (month < 1 || month > 12 || day < 1 || (year === 1980 && month === 1 && day === 1)) return undefined;
  return new Date(Date.UTC(year, month - 1, day, time >>> 11, (time >>> 5) & 63, (time & 31) * 2));
}
