/** Returns a time as `00:01:02`; fractions of a second are cut off. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Parses `00:01:02`, `1:02` or `62`, a number of seconds; `undefined` for other text. */
export function parseClock(text: string): number | undefined {
  const clock = /^(?:(?:(\d{1,4}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (clock === null) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0", fraction = "0"] = clock;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"));
}
