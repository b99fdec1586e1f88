import { createDateFormat } from "./number-format-date.ts";
import { generalText } from "./number-format-general.ts";
import { createHidingFormat } from "./number-format-hidden.ts";
import { createPlainFormat } from "./number-format-plain.ts";

/** A number format of a spreadsheet program, such as `#,##0.00` or `yyyy-mm-dd`. */
export interface NumberFormat {
  readonly isGeneral: boolean;
  /** Whether it shows numbers as dates or times. */
  readonly isDate: boolean;
  formatNumber(value: number): string;
  /** What it makes of text; absent where it leaves it as it is. */
  readonly formatText: ((text: string) => string) | undefined;
}

/** What formats have in common in one workbook. */
export interface NumberFormatOptions {
  /** Whether days are counted from 1904 instead of 1900. */
  readonly isDate1904: boolean;
}

/** Codes longer than this show their numbers as `General`: programs allow 255 characters. */
const maxCodeCharacters = 1000;

/**
 * Makes formats of these codes. What is not among the usual forms is done by a library, which is loaded only then; a
 * code that it does not understand shows numbers as `General` does.
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
  return createPlainFormat(code) ?? createHidingFormat(code) ?? createDateFormat(code, options);
}

/**
 * ISO/IEC 29500-1, 18.8.30: what the numbers of formats stand for that a file does not define, in English. Days that
 * programs show in the order of the machine's language (14, 22) have the order that nobody mistakes.
 */
const builtin: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0_);(#,##0)",
  38: "#,##0_);[Red](#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);[Red](#,##0.00)",
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};

/** The code of a format by its number; `General` for an unknown one. */
export function builtinNumberFormat(identifier: number): string {
  const isEastAsianTime = identifier === 32 || identifier === 33 || identifier === 55 || identifier === 56;
  if (isEastAsianTime) return "h:mm:ss";
  // Dates in the calendars of East Asia.
  if ((identifier >= 27 && identifier <= 36) || (identifier >= 50 && identifier <= 58)) return "yyyy-mm-dd";
  return builtin[identifier] ?? "General";
}
