import type { Clip } from "../contract/result.ts";

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

const shortUnits = ["KB", "MB", "GB", "TB", "PB"];

/** Renders a size with two or three digits, in powers of 1000: `812 B`, `4.1 KB`, `37 MB`. */
export function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(shortUnits.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${shortUnits[power - 1]}`;
}

/** Joins parts for a sentence: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** Shortens a text to at most `maxUnits` UTF-16 units without splitting a pair. Adds an ellipsis if it cuts. */
export function shortened(text: string, maxUnits: number): string {
  return text.length <= maxUnits ? text : `${text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Renders the mark after a clipped line: how much of it is left, and where to continue. */
export function clipMark(clip: Clip): string {
  const { amount, unit, exact } = clip.remaining;
  const left = `${exact ? "" : "about "}${grouped(amount)} more ${amount === 1 ? unit.slice(0, -1) : unit}`;
  return ` …[${left}; go on with offset ${clip.line}, column ${clip.column}]`;
}
