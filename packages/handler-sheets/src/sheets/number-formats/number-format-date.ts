import { generalText } from "./number-format-general.ts";
import type { NumberFormat, NumberFormatOptions } from "./number-format.ts";

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
