import { generalText, type NumberFormat, type NumberFormatOptions } from "./number-format-general.ts";
import { createHidingFormat } from "./number-format-hidden.ts";

/** Maximum length of a code; longer codes show numbers as `General`. Programs allow 255 characters. */
const maxCodeCharacters = 1000;

/**
 * Creates the formats of these codes. Unusual codes are handled by a library, which is loaded only then. A code that it
 * does not support shows numbers as `General`.
 */
export async function createNumberFormats(
  codes: Iterable<string>,
  options: NumberFormatOptions,
): Promise<(code: string) => NumberFormat> {
  const made = new Map<string, NumberFormat>();
  const others: string[] = [];
  for (const code of new Set(codes)) {
    const format = usualFormat(code, options);
    if (format === undefined) others.push(code);
    else made.set(code, format);
  }
  if (others.length > 0) {
    const { createLibraryFormat } = await import("./number-format-library.ts");
    for (const code of others) made.set(code, createLibraryFormat(code, options) ?? general);
  }
  return (code) => made.get(code) ?? usualFormat(code, options) ?? general;
}

const general: NumberFormat = { isGeneral: true, isDate: false, formatNumber: generalText, formatText: undefined };

function usualFormat(code: string, options: NumberFormatOptions): NumberFormat | undefined {
  if (code === "" || code === "@" || /^general$/i.test(code) || code.length > maxCodeCharacters) return general;
  return (
    createPlainFormat(code) ?? createHidingFormat(code) ?? createDateFormat(code, options) ?? createFractionFormat(code)
  );
}

const plain = /^(#,##0|0)(?:\.(0{1,10}))?(%)?$/;

/** Values from here on have inexact last digits, which the library handles as programs do. */
const maxExact = 1e15;

/** Creates the format of `0`, `#,##0.00`, `0.0%` and so on; `undefined` for any other code. */
export function createPlainFormat(code: string): NumberFormat | undefined {
  const match = plain.exec(code);
  if (match === null) return undefined;
  const decimals = match[2]?.length ?? 0;
  const isGrouped = match[1] !== "0";
  const isPercent = match[3] !== undefined;
  const factor = 10 ** decimals;
  const scale = isPercent ? factor * 100 : factor;
  const formatNumber = (value: number): string => {
    const size = Math.abs(value);
    // A percentage can overflow to infinity.
    if (size * scale === Number.POSITIVE_INFINITY) return generalText(value);
    const units = roundedUnits(size, scale);
    const digits =
      units === undefined ? wholeDigits(size * (isPercent ? 100 : 1), decimals) : unitDigits(units, factor, decimals);
    const shown = `${isGrouped ? grouped(digits) : digits}${isPercent ? "%" : ""}`;
    return value < 0 && units !== 0 ? `-${shown}` : shown;
  };
  return { isGeneral: false, isDate: false, formatNumber, formatText: undefined };
}

/**
 * Returns the value in units of the last shown digit. Rounds half up on the shortest decimal form, not the binary
 * value, so that 1.005 becomes 1.01. Returns `undefined` if the value is too large.
 */
function roundedUnits(size: number, scale: number): number | undefined {
  const units = size * scale;
  if (!(units < maxExact)) return undefined;
  const whole = Math.floor(units);
  const fraction = units - whole;
  if (Math.abs(fraction - 0.5) > 1e-3) return fraction > 0.5 ? whole + 1 : whole;
  return Math.floor(shifted(Number(size.toPrecision(15)), Math.round(Math.log10(scale))) + 0.5);
}

function unitDigits(units: number, factor: number, decimals: number): string {
  if (decimals === 0) return String(units);
  const whole = Math.floor(units / factor);
  return `${whole}.${String(units - whole * factor).padStart(decimals, "0")}`;
}

/** Formats a value with the 15 significant digits of a cell (ISO/IEC 29500-1, 18.17.5.2). Further digits are zeros. */
function wholeDigits(size: number, decimals: number): string {
  if (!Number.isFinite(size)) return String(size);
  const [mantissa = "", power = "0"] = size.toExponential(14).split("e");
  const digits = mantissa.replace(".", "");
  const places = Number(power) + 1;
  const fraction = digits.slice(places, places + decimals).padEnd(decimals, "0");
  return digits.slice(0, places).padEnd(places, "0") + (decimals === 0 ? "" : `.${fraction}`);
}

/** Multiplies by a power of ten without binary rounding errors. */
function shifted(value: number, places: number): number {
  const [mantissa = "", power = "0"] = String(value).split("e");
  return Number(`${mantissa}e${Number(power) + places}`);
}

function grouped(digits: string): string {
  const point = digits.indexOf(".");
  const whole = point < 0 ? digits : digits.slice(0, point);
  if (whole.length <= 3) return digits;
  let shown = "";
  for (let end = whole.length; end > 0; end -= 3) {
    const group = whole.slice(Math.max(0, end - 3), end);
    shown = shown === "" ? group : `${group},${shown}`;
  }
  return point < 0 ? shown : shown + digits.slice(point);
}

/**
 * Codes such as `# ?/?`, `# ??/??`, `0 0/8` and `?/?`: an optional whole part, and the digits of the denominator or a
 * fixed denominator.
 */
const fraction = /^(?:([#0]+) )?[?#0]+\/(?:([?#0]{1,4})|([1-9]\d{0,3}))$/;

/** Largest value shown as a fraction; the fraction of larger values is not exact. */
const maxExactFraction = 1e11;

/** Creates the fraction format as Excel shows it, without column alignment; `undefined` for any other code. */
export function createFractionFormat(code: string): NumberFormat | undefined {
  const match = fraction.exec(code);
  if (match === null) return undefined;
  const [, whole, digits = "", fixed] = match;
  const isWholeShown = whole?.includes("0") === true;
  const nearest = fixed === undefined ? nearestFraction(10 ** digits.length - 1) : fixedFraction(Number(fixed));
  const formatNumber = (value: number): string => {
    const size = Math.abs(value);
    if (!(size < maxExactFraction)) return generalText(value);
    const units = whole === undefined ? 0 : Math.floor(size);
    const [top, bottom] = nearest(size - units);
    const shown = top === bottom ? { units: units + 1, top: 0 } : { units, top };
    const text = whole === undefined ? `${top}/${bottom}` : mixedText({ ...shown, bottom, isWholeShown });
    return value < 0 && (shown.units > 0 || shown.top > 0) ? `-${text}` : text;
  };
  return { isGeneral: false, isDate: false, formatNumber, formatText: undefined };
}

interface MixedNumber {
  readonly units: number;
  readonly top: number;
  readonly bottom: number;
  /** True if the whole part is shown even if it is 0. */
  readonly isWholeShown: boolean;
}

function mixedText({ units, top, bottom, isWholeShown }: MixedNumber): string {
  if (top === 0) return String(units);
  return units === 0 && !isWholeShown ? `${top}/${bottom}` : `${units} ${top}/${bottom}`;
}

type Nearest = (value: number) => readonly [top: number, bottom: number];

function fixedFraction(bottom: number): Nearest {
  return (value) => [Math.round(value * bottom), bottom];
}

/** Tolerance for binary rounding errors. */
const sameness = 1e-12;

/** Returns the nearest fraction with a denominator of at most `most`. The smaller denominator wins a tie. */
function nearestFraction(most: number): Nearest {
  return (value) => {
    let best: readonly [number, number] = [Math.round(value), 1];
    let least = Math.abs(value - best[0]);
    for (let bottom = 2; bottom <= most && least > sameness; bottom += 1) {
      const top = Math.round(value * bottom);
      const error = Math.abs(value - top / bottom);
      if (error >= least - sameness) continue;
      best = [top, bottom];
      least = error;
    }
    return best;
  };
}

/** A date and time, split into the fields of a format. */
interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

type Field = (moment: Moment) => string;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Numeric date fields. Month letters are upper case here, to distinguish them from minutes. */
const fields: Readonly<Record<string, Field>> = {
  yyyy: ({ year }) => String(year).padStart(4, "0"),
  yy: ({ year }) => two(year % 100),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => two(day),
  d: ({ day }) => String(day),
  hh: ({ hours }) => two(hours),
  h: ({ hours }) => String(hours),
  mm: ({ minutes }) => two(minutes),
  m: ({ minutes }) => String(minutes),
  ss: ({ seconds }) => two(seconds),
  s: ({ seconds }) => String(seconds),
};

const token = /y+|m+|d+|h+|s+|\\?[-/ :.,]|[^]/gy;

/** Creates the format of numeric dates such as `yyyy-mm-dd` and `d/m/yy hh:mm`; `undefined` for any other code. */
export function createDateFormat(code: string, { isDate1904 }: NumberFormatOptions): NumberFormat | undefined {
  const parts = partsOf(code.toLowerCase());
  if (parts === undefined) return undefined;
  const offset = isDate1904 ? daysTo1904 : 0;
  const kept = new Map<number, string>();
  const formatNumber = (value: number): string => {
    const known = kept.get(value);
    if (known !== undefined) return known;
    const moment = momentOf(value + offset);
    if (moment === undefined) return generalText(value);
    let text = "";
    for (const part of parts) text += typeof part === "string" ? part : part(moment);
    if (kept.size >= maxKept) kept.clear();
    kept.set(value, text);
    return text;
  };
  return { isGeneral: false, isDate: true, formatNumber, formatText: undefined };
}

function partsOf(code: string): readonly (string | Field)[] | undefined {
  const tokens = code.match(token) ?? [];
  const parts: (string | Field)[] = [];
  for (const [index, word] of tokens.entries()) {
    const part = partOf(tokens, index, word);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.some((part) => typeof part === "function") ? parts : undefined;
}

function partOf(tokens: readonly string[], index: number, word: string): string | Field | undefined {
  const name = word.startsWith("m") && !isMinutes(tokens, index) ? word.toUpperCase() : word;
  if (Object.hasOwn(fields, name)) return fields[name];
  // The library formats fractions of seconds.
  const isFraction = word === "." && tokens[index + 1] === "0";
  return /^\\?[-/ :.,]$/.test(word) && !isFraction ? word.replace("\\", "") : undefined;
}

/** True if `m` follows hours or precedes seconds, where it means minutes. */
function isMinutes(tokens: readonly string[], index: number): boolean {
  const isField = (word: string): boolean => /^[ymdhs]/.test(word);
  const before = tokens.slice(0, index).findLast(isField) ?? "";
  const behind = tokens.slice(index + 1).find(isField) ?? "";
  return before.startsWith("h") || behind.startsWith("s");
}

/** Maximum number of cached values: the same days occur again and again. */
const maxKept = 8192;

/** Number of days between the start of the 1900 and the 1904 date system. */
const daysTo1904 = 1462;

/** 31 December 9999. */
const lastSerial = 2_958_465;
const daySeconds = 86_400;
const dayMs = daySeconds * 1000;

/** Returns `undefined` if the number is not a valid date. */
function momentOf(serial: number): Moment | undefined {
  if (serial >= lastSerial + 1 || serial < -lastSerial) return undefined;
  let day = Math.floor(serial);
  // Rounding avoids that an inexact double turns 12:00 into 11:59.
  let seconds = Math.round((serial - day) * daySeconds);
  if (seconds >= daySeconds) {
    seconds -= daySeconds;
    day += 1;
  }
  const time = {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
  return { ...dayOf(day), ...time };
}

/**
 * Converts a day number (ISO/IEC 29500-1, 18.17.4.1). Programs count a 29 February 1900 that did not exist, so days
 * before it are shifted by one, and they show a day 0 of January.
 */
function dayOf(day: number): Pick<Moment, "year" | "month" | "day"> {
  if (day === 60) return { year: 1900, month: 2, day: 29 };
  if (day === 0) return { year: 1900, month: 1, day: 0 };
  const isBeforeLeap = day > 0 && day < 60;
  const date = new Date(Date.UTC(1899, 11, 30) + (isBeforeLeap ? day + 1 : day) * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
