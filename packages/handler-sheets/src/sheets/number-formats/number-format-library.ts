import { format, isDateFormat } from "numfmt";
import { generalText } from "./number-format-general.ts";
import type { NumberFormat, NumberFormatOptions } from "./number-format.ts";

/** Days between the first days of the two systems of dates. */
const daysTo1904 = 1462;

/** 31 December 9999. */
const lastSerial = 2_958_465;

/** `[h]`, `[mm]`, `[ss]`: hours and so on that are not divided into days. */
const elapsed = /\[(?:h+|m+|s+)\]/i;

function withoutQuoted(code: string): string {
  return code.replaceAll(/"[^"]*"|\\./g, "");
}

/** Values of one format whose text is kept: days and amounts come again and again. */
const maxKept = 4096;

/** A format by the library `numfmt`; undefined where it does not understand the code. */
export function createLibraryFormat(written: string, options: NumberFormatOptions): NumberFormat | undefined {
  const sections = sectionsOf(written).slice(0, 3);
  const dates = sections.filter(({ code }) => isDateFormat(code));
  const isOther = ({ code, holds }: FormatSection): boolean =>
    holds !== undefined || (code !== "" && !isDateFormat(code));
  const isMixed = dates.length > 0 && sections.some(isOther);
  return isMixed ? mixedFormat(written, options) : unmixedFormat(written, options);
}

/**
 * Days for some numbers and not for others, `[<1]0%;yyyy`: a number that is no day has no first day and no last one, and
 * conditions are about the number in the cell.
 */
function mixedFormat(written: string, options: NumberFormatOptions): NumberFormat | undefined {
  const sections = sectionsOf(written);
  const formats = sections.map(({ code }) => (isDateFormat(code) ? unmixedFormat(code, options) : undefined));
  const whole = unmixedFormat(written, { isDate1904: false });
  if (whole === undefined) return undefined;
  return {
    ...whole,
    isDate: formats[0] !== undefined,
    formatNumber(value) {
      const dated = formats[sectionFor(sections, value)];
      return dated === undefined ? shown(written, value) : dated.formatNumber(value);
    },
  };
}

function unmixedFormat(written: string, { isDate1904 }: NumberFormatOptions): NumberFormat | undefined {
  const isDate = isDateFormat(written);
  const code = isDate ? written : written.replaceAll(currency, (_, symbol: string) => quoted(symbol));
  try {
    format(code, 1);
  } catch {
    return undefined;
  }
  const isSpan = elapsed.test(withoutQuoted(code));
  // A span of time has no first day.
  const offset = isDate && isDate1904 && !isSpan ? daysTo1904 : 0;
  const codeFor = (isDate ? datedCode(code) : undefined) ?? ((): string => code);
  const textOf = (value: number): string => {
    if (isDate && Math.abs(value + offset) > lastSerial + 1) return generalText(value);
    // The library rounds days below zero to whole ones before it counts their hours.
    if (isSpan && value < 0) return `-${shown(code, -value)}`;
    const text = shown(codeFor(value + offset), value + offset);
    return text.includes("Infinity") ? generalText(value) : text;
  };
  const kept = new Map<number, string>();
  const hasTextSection = code.includes("@");
  return {
    isGeneral: false,
    isDate,
    formatNumber(value) {
      const known = kept.get(value);
      if (known !== undefined) return known;
      const text = textOf(value);
      if (kept.size >= maxKept) kept.clear();
      kept.set(value, text);
      return text;
    },
    formatText: hasTextSection ? (text) => (text === "" ? text : shown(code, text)) : undefined,
  };
}

/** Puts the years in that the library would show as those of the common era; undefined where it is right. */
function datedCode(code: string): ((serial: number) => string) | undefined {
  return showsEra(code) ? (serial) => withEra(code, serial) : calendarOf(code);
}

/** A currency and its country: programs show its sign, and the digits as they show all digits. */
const currency = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g;

function quoted(symbol: string): string {
  return symbol === "" ? "" : `"${symbol.replaceAll('"', "")}"`;
}

/** Without the room that a format leaves at the sides to align columns. */
function shown(code: string, value: number | string): string {
  const text = String(format(code, value));
  return typeof value === "string" ? text : text.trim();
}

/** The emperor's era before the year in it, in the formats of Japan: `ggge`, `gge`, `ge`, `ggee`. */
const era = /(?<!g)(g{1,3})(e{1,2})(?!e)/i;
const country = /\[\$-(?:[\da-f]*411|ja(?:-JP)?)(?:[-,][^\]]*)?\]/i;

/** What one letter shortens the names of eras to. */
const latin: Readonly<Record<string, string | undefined>> = { 明治: "M", 大正: "T", 昭和: "S", 平成: "H", 令和: "R" };

/** Whether a code shows years as Japan's eras count them. */
function showsEra(code: string): boolean {
  return country.test(code) && era.test(code);
}

/** The code with the era and year of one day put in: `ggge"年"` becomes `"令和5""年"`. */
function withEra(code: string, serial: number): string {
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000);
  const parts = new Intl.DateTimeFormat("ja-JP-u-ca-japanese", { era: "short", year: "numeric", timeZone: "UTC" })
    .formatToParts(date)
    .map(({ type, value }) => [type, value] as const);
  const { era: name = "", year = "" } = Object.fromEntries(parts);
  const isFirst = year === "元";
  const digits = isFirst ? "1" : year;
  return code.replace(era, (_, letters: string, places: string) => {
    const shownYear = isFirst && /gannen/i.test(code) ? "元" : digits.padStart(places.length, "0");
    return `"${eraName(name, letters.length)}${shownYear}"`;
  });
}

/** `R`, `令`, `令和`, by the number of letters. */
function eraName(name: string, letters: number): string {
  if (letters === 1) return latin[name] ?? name;
  return letters === 2 ? name.slice(0, 1) : name;
}

/** A calendar that counts other years than ours, by what its formats say. */
interface Calendar {
  /** What a code of it has in it (ISO/IEC 29500-1, 18.8.31: `[$-NNCCLLLL]` are numerals, calendar, language). */
  readonly mark: RegExp;
  /** The letters of its years. */
  readonly letters: "y" | "e";
  /** Years from its first to ours. */
  readonly offset: number;
}

const calendars: readonly Calendar[] = [
  { mark: /\[\$-(?:[\da-f]{0,2}0)?7[\da-f]{4}[,\]]/i, letters: "y", offset: 543 },
  { mark: /\[\$-(?:[\da-f]{0,4}0?404|zh-TW)[,\]].*e/is, letters: "e", offset: -1911 },
];

/** Text, escaped characters and what is in brackets mean themselves. */
const token = /"[^"]*"|\\.|\[[^\]]*\]|y+|e+/gi;

const dayMs = 86_400_000;

/** What puts the years of the calendar of a code in for one day; undefined where it is ours or the library knows it. */
function calendarOf(code: string): ((serial: number) => string) | undefined {
  const calendar = calendars.find(({ mark }) => mark.test(code));
  if (calendar === undefined) return undefined;
  const { letters, offset } = calendar;
  return (serial) => {
    const year = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * dayMs).getUTCFullYear() + offset;
    return code.replace(token, (found) => {
      if (found.slice(0, 1).toLowerCase() !== letters) return found;
      return letters === "y" && found.length < 3 ? `"${String(year).slice(-2)}"` : `"${year}"`;
    });
  };
}

/** A part of a format, and which numbers it is for. */
interface FormatSection {
  /** Without its condition. */
  readonly code: string;
  /** As it is written, `[<1]`; absent for none. */
  readonly holds: ((value: number) => boolean) | undefined;
}

/** What a semicolon may stand in without dividing anything: words, an escaped character, a mark in brackets. */
const pieces = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?|;|[^"\\_*[;]+/gs;

/** The sections of a format, in the order of the file (ISO/IEC 29500-1, 18.8.31). */
function sectionsOf(code: string): readonly FormatSection[] {
  const codes = [""];
  for (const [piece] of code.matchAll(pieces)) {
    if (piece === ";") codes.push("");
    else codes[codes.length - 1] += piece;
  }
  return codes.map((each) => ({ code: each.replace(condition, ""), holds: conditionOf(each) }));
}

const condition = /\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]/;

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
  "=": (value, bound) => value === bound,
  "<>": (value, bound) => value !== bound,
};

function conditionOf(code: string): FormatSection["holds"] {
  const [, sign = "", bound = ""] = condition.exec(code) ?? [];
  const compare = comparisons[sign];
  return compare === undefined ? undefined : (value) => compare(value, Number(bound));
}

/** The place of the section that shows a number: by its conditions, else above, below and at zero. */
function sectionFor(sections: readonly FormatSection[], value: number): number {
  const last = Math.min(sections.length, 3) - 1;
  if (sections.every(({ holds }) => holds === undefined)) {
    if (value === 0) return last < 2 ? 0 : 2;
    return value > 0 ? 0 : Math.min(1, last);
  }
  const found = sections.slice(0, last + 1).findIndex(({ holds }) => holds?.(value) === true);
  return found < 0 ? last : found;
}
