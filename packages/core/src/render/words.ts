/** Renders a count with spaces between groups of three digits, from five digits on: `41 233`, but `2000`. */
export function grouped(count: number): string {
  const digits = String(count);
  return /^-?\d{5,}$/.test(digits) ? digits.replaceAll(/\B(?=(?:\d{3})+$)/g, " ") : digits;
}

/** Renders a count with its noun: `1 line`, `12 lines`. `plural` is needed if it is not the noun and an `s`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** Renders a size for people: `812 bytes`, `4.2 KB`, `31 MB`. 1 KB is 1000 bytes. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  const [size, unit] = sizeUnits.find(([least]) => bytes >= least) ?? [1000, "KB"];
  const value = bytes / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

const sizeUnits: readonly (readonly [size: number, unit: string])[] = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "KB"],
];

/** Joins parts for a sentence: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** Shortens a text to at most `maxUnits` UTF-16 units without splitting a pair. Adds an ellipsis if it cuts. */
export function shortened(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, "")}…`;
}
