/**
 * The format codes of the built-in number formats (ISO/IEC 29500-1, 18.8.30), in English. Dates in the order of the
 * machine's language (14, 22) use the unambiguous order.
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

/** A time in Chinese, a date in Japanese and Korean. The size of the number decides which. */
const timeOrDay = "[<1]h:mm:ss;yyyy-mm-dd h:mm";

/** Built-in formats of East Asian languages. */
const times: ReadonlySet<number> = new Set([32, 33]);
const timesOrDays: ReadonlySet<number> = new Set([34, 35, 55, 56]);
const days: ReadonlySet<number> = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

/** Returns the code of a built-in format, `General` if the number is unknown. */
export function builtinNumberFormat(identifier: number): string {
  if (times.has(identifier)) return "h:mm:ss";
  if (timesOrDays.has(identifier)) return timeOrDay;
  return days.has(identifier) ? "yyyy-mm-dd" : (builtin[identifier] ?? "General");
}
