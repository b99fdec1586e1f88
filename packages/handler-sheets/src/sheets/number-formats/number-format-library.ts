import { format, isDateFormat } from "numfmt";
import { calendarOf } from "./number-format-calendar.ts";
import { showsEra, withEra } from "./number-format-era.ts";
import { generalText } from "./number-format-general.ts";
import { sectionFor, sectionsOf, type FormatSection } from "./number-format-sections.ts";
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
