import { format, getLocale, isDateFormat } from "numfmt";
import { hiddenText } from "./number-format-hidden.ts";
import { generalText, type NumberFormat, type NumberFormatOptions } from "./number-format-general.ts";

/** Number of days between the start of the 1900 and the 1904 date system. */
const daysTo1904 = 1462;

/** 31 December 9999. */
const lastSerial = 2_958_465;

/** `[h]`, `[mm]`, `[ss]`: elapsed hours, minutes or seconds, which are not split into days. */
const elapsed = /\[(?:h+|m+|s+)\]/i;

function withoutQuoted(code: string): string {
  return code.replaceAll(/"[^"]*"|\\./g, "");
}

/** Maximum number of cached values per format: the same days and amounts occur again and again. */
const maxKept = 4096;

/** Creates a format with the library `numfmt`; `undefined` if it does not support the code. */
export function createLibraryFormat(written: string, options: NumberFormatOptions): NumberFormat | undefined {
  const sections = sectionsOf(written).slice(0, 3);
  const dates = sections.filter(({ code }) => isDateFormat(code));
  const isOther = ({ code, holds }: FormatSection): boolean =>
    holds !== undefined || (code !== "" && !isDateFormat(code));
  const isMixed = dates.length > 0 && sections.some(isOther);
  return isMixed ? mixedFormat(written, options) : unmixedFormat(written, options);
}

/**
 * Handles codes that show dates for some numbers only, such as `[<1]0%;yyyy`. Date limits and offsets apply only to
 * date sections, and conditions apply to the number in the cell.
 */
function mixedFormat(written: string, options: NumberFormatOptions): NumberFormat | undefined {
  const sections = sectionsOf(written);
  const formats = sections.map(({ code }) => (isDateFormat(code) ? unmixedFormat(code, options) : undefined));
  const whole = unmixedFormat(written, { isDate1904: false });
  if (whole === undefined) return undefined;
  const numerals = numeralsOf(written);
  return {
    ...whole,
    isDate: formats[0] !== undefined,
    formatNumber(value) {
      const dated = formats[sectionFor(sections, value)];
      return dated === undefined ? numerals(shown(written, value)) : dated.formatNumber(value);
    },
  };
}

function unmixedFormat(written: string, { isDate1904 }: NumberFormatOptions): NumberFormat | undefined {
  const isDate = isDateFormat(written);
  const code = isDate
    ? withKnownLanguage(withHalfDays(written))
    : written.replaceAll(currency, (_, symbol: string) => quoted(symbol));
  const numerals = numeralsOf(written);
  try {
    format(code, 1);
  } catch {
    return undefined;
  }
  const isSpan = elapsed.test(withoutQuoted(code));
  // A duration has no start date.
  const offset = isDate && isDate1904 && !isSpan ? daysTo1904 : 0;
  const codeFor = (isDate ? (datedCode(code) ?? inflectedCode(code, written)) : undefined) ?? ((): string => code);
  const textOf = (value: number): string => {
    if (isDate && Math.abs(value + offset) > lastSerial + 1) return generalText(value);
    // The library rounds negative days before it counts their hours.
    if (isSpan && value < 0) return `-${shown(code, -value)}`;
    const text = shown(codeFor(value + offset), value + offset);
    return text.includes("Infinity") ? generalText(value) : text;
  };
  const kept = new Map<number, string>();
  return {
    isGeneral: false,
    isDate,
    formatNumber(value) {
      const known = kept.get(value);
      if (known !== undefined) return known;
      const text = numerals(textOf(value));
      if (kept.size >= maxKept) kept.clear();
      kept.set(value, text);
      return text;
    },
    formatText: textFormatOf(code),
  };
}

/** Returns what a format does with text: by its section with `@`, or by a fourth section, which is empty to hide it. */
function textFormatOf(code: string): NumberFormat["formatText"] {
  if (code.includes("@")) return (text) => (text === "" ? text : shown(code, text));
  return sectionsOf(code)[3]?.code.trim() === "" ? hiddenText : undefined;
}

/** Literals, which are kept, and half-days as one letter. */
const halfDay = /"[^"]*"|\\.|\[[^\]]*\]|a\/p/gi;

/** Writes `a/p` in upper case, the only form that the library knows: it would show the letters and 24 hours. */
function withHalfDays(code: string): string {
  return code.replaceAll(halfDay, (found) => (found.toLowerCase() === "a/p" ? "A/P" : found));
}

/**
 * Returns a function that inserts the years of another calendar; `undefined` if the library shows the years correctly.
 */
function datedCode(code: string): ((serial: number) => string) | undefined {
  return showsEra(code) ? (serial) => withEra(code, serial) : calendarOf(code);
}

/** The language of a date: the last four digits of its mark (ISO/IEC 29500-1, 18.8.31: `[$-NNCCLLLL]`). */
const language = /(\[\$[^\]-]*-[\da-f]{0,4}?)([\da-f]{3,4})(?=[,\]])/gi;

/**
 * Writes the default variety of a language for one that the library does not know: Spanish for `C0A`, which is Spanish
 * with another order of words, and Russian for `FC19`.
 */
function withKnownLanguage(code: string): string {
  return code.replaceAll(language, (mark, start: string, written: string) => {
    const general = (0x400 | (Number.parseInt(written, 16) & 0x3ff)).toString(16).toUpperCase();
    const isKnown = getLocale(written) !== undefined || getLocale(general) === undefined;
    return isKnown || /^F[48]00$/i.test(written) ? mark : `${start}${general}`;
  });
}

/** Languages whose months have another form after a day, which these marks ask for. */
const inflected: readonly (readonly [RegExp, string])[] = [
  [/\[\$-FC19[,\]]/i, "ru"],
  [/\[\$-FC22[,\]]/i, "uk"],
];

/** Returns a function that inserts the months of a date in the form after a day if `written` asks for it. */
function inflectedCode(code: string, written: string): ((serial: number) => string) | undefined {
  const found = inflected.find(([mark]) => mark.test(written));
  if (found === undefined) return undefined;
  const names = new Intl.DateTimeFormat(found[1], { day: "numeric", month: "long", timeZone: "UTC" });
  return (serial) => {
    const month = names.formatToParts(dateOf(serial)).find(({ type }) => type === "month")?.value ?? "";
    return code.replaceAll(monthToken, (each) => (/^mmmm$/i.test(each) ? `"${month}"` : each));
  };
}

const monthToken = /"[^"]*"|\\.|\[[^\]]*\]|m+/gi;

/** The digits zero of the numerals that a mark can ask for, by the two digits before those of its calendar. */
const zeros: Readonly<Record<number, number | undefined>> = {
  2: 0x660,
  3: 0x6f0,
  4: 0x966,
  5: 0x9e6,
  6: 0xa66,
  7: 0xae6,
  8: 0xb66,
  9: 0xbe6,
  10: 0xc66,
  11: 0xce6,
  12: 0xd66,
  13: 0xe50,
  14: 0xed0,
  15: 0xf20,
  16: 0x1040,
  18: 0x17e0,
};

/** Returns a function that writes the digits of a text in the numerals of a code: `[$-D070000]` has those of Thai. */
function numeralsOf(code: string): (text: string) => string {
  const marked = /\[\$[^\]-]*-([\da-f]{1,2})[\da-f]{6}[,\]]/i.exec(code)?.[1] ?? "0";
  const zero = zeros[Number.parseInt(marked, 16)];
  if (zero === undefined) return (text) => text;
  return (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** A currency and its locale. Programs show the symbol, and format the digits as usual. */
const currency = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g;

function quoted(symbol: string): string {
  return symbol === "" ? "" : `"${symbol.replaceAll('"', "")}"`;
}

/** Formats a value without the padding for column alignment. */
function shown(code: string, value: number | string): string {
  const text = String(format(code, value));
  return typeof value === "string" ? text : text.trim();
}

/** The Japanese era followed by its year: `ggge`, `gge`, `ge`, `ggee`. */
const era = /(?<!g)(g{1,3})(e{1,2})(?!e)/i;
const country = /\[\$-(?:[\da-f]*411|ja(?:-JP)?)(?:[-,][^\]]*)?\]/i;

/** One-letter abbreviations of era names. */
const latin: Readonly<Record<string, string | undefined>> = { 明治: "M", 大正: "T", 昭和: "S", 平成: "H", 令和: "R" };

/** True if a code shows years of Japanese eras. */
function showsEra(code: string): boolean {
  return country.test(code) && era.test(code);
}

/** Returns the code with era and year of a date inserted: `ggge"年"` becomes `"令和5""年"`. */
function withEra(code: string, serial: number): string {
  const parts = new Intl.DateTimeFormat("ja-JP-u-ca-japanese", { era: "short", year: "numeric", timeZone: "UTC" })
    .formatToParts(dateOf(serial))
    .map(({ type, value }) => [type, value] as const);
  const { era: name = "", year = "" } = Object.fromEntries(parts);
  const isFirst = year === "元";
  const digits = isFirst ? "1" : year;
  return code.replace(era, (_, letters: string, places: string) => {
    const shownYear = isFirst && /gannen/i.test(code) ? "元" : digits.padStart(places.length, "0");
    return `"${eraName(name, letters.length)}${shownYear}"`;
  });
}

/** Returns the era name in the length that the number of `g` letters asks for: `R`, `令` or `令和`. */
function eraName(name: string, letters: number): string {
  if (letters === 1) return latin[name] ?? name;
  return letters === 2 ? name.slice(0, 1) : name;
}

/** A calendar with a different year count, and how format codes select it. */
interface Calendar {
  /** Matches codes of the calendar (ISO/IEC 29500-1, 18.8.31: `[$-NNCCLLLL]` has numerals, calendar and language). */
  readonly mark: RegExp;
  /** The letter of its year fields. */
  readonly letters: "y" | "e";
  /** Number of years to add to a Gregorian year. */
  readonly offset: number;
}

const calendars: readonly Calendar[] = [
  { mark: /\[\$-(?:[\da-f]{0,2}0)?7[\da-f]{4}[,\]]/i, letters: "y", offset: 543 },
  { mark: /\[\$-(?:[\da-f]{0,4}0?404|zh-TW)[,\]].*e/is, letters: "e", offset: -1911 },
];

/** Quoted text, escaped characters and bracketed groups are literal. */
const token = /"[^"]*"|\\.|\[[^\]]*\]|y+|e+/gi;

const dayMs = 86_400_000;

function dateOf(serial: number): Date {
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * dayMs);
}

/**
 * Returns a function that inserts the years of a code's calendar; `undefined` for the Gregorian calendar and for
 * calendars that the library supports.
 */
function calendarOf(code: string): ((serial: number) => string) | undefined {
  const calendar = calendars.find(({ mark }) => mark.test(code));
  if (calendar === undefined) return undefined;
  const { letters, offset } = calendar;
  return (serial) => {
    const year = dateOf(serial).getUTCFullYear() + offset;
    return code.replace(token, (found) => {
      if (found.slice(0, 1).toLowerCase() !== letters) return found;
      return letters === "y" && found.length < 3 ? `"${String(year).slice(-2)}"` : `"${year}"`;
    });
  };
}

/** A section of a format and its condition. */
interface FormatSection {
  /** The code without its condition. */
  readonly code: string;
  /** The condition, such as `[<1]`, if any. */
  readonly holds: ((value: number) => boolean) | undefined;
}

/** Tokens, so that semicolons in quoted text, escapes and brackets do not separate sections. */
const pieces = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?|;|[^"\\_*[;]+/gs;

/** Splits a format into its sections in file order (ISO/IEC 29500-1, 18.8.31). */
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

/** Returns the index of the section for a number: by conditions, or else by positive, negative and zero. */
function sectionFor(sections: readonly FormatSection[], value: number): number {
  const last = Math.min(sections.length, 3) - 1;
  if (sections.every(({ holds }) => holds === undefined)) {
    if (value === 0) return last < 2 ? 0 : 2;
    return value > 0 ? 0 : Math.min(1, last);
  }
  const found = sections.slice(0, last + 1).findIndex(({ holds }) => holds?.(value) === true);
  return found < 0 ? last : found;
}
