/** Number of characters that a column of default width shows, including the decimal point. */
const maxCharacters = 11;

/** Largest whole number shown with all digits, because many are article or account numbers. */
const maxWhole = 1e20;

/** Number of significant digits of a cell (ISO/IEC 29500-1, 18.17.5.2). Further digits are zeros. */
const cellDigits = 15;

/**
 * Formats a number as `General`: up to 11 characters, beyond that in scientific notation. Whole numbers are shown in
 * full, as programs do during editing, because their digits are not shown elsewhere.
 */
export function generalText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < maxWhole) return wholeText(value);
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 ? "-" : "";
  return sign + positiveText(Math.abs(value));
}

function wholeText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  return String(Number(value.toPrecision(cellDigits)));
}

function positiveText(value: number): string {
  const power = Math.floor(Math.log10(value));
  if (power >= -4 && power <= -1) return trimmed(value.toPrecision(10 + power));
  if (Math.abs(power) <= 9) return middleText(value);
  if (power === 10) return value.toFixed(0).length <= maxCharacters ? value.toFixed(0) : farText(value);
  return farText(value);
}

function middleText(value: number): string {
  const fixed = trimmed(value.toFixed(12));
  if (fixed.length <= maxCharacters) return fixed;
  const precise = value.toPrecision(10);
  return precise.length <= maxCharacters && !precise.includes("e")
    ? trimmed(precise)
    : exponential(value.toExponential(5));
}

function farText(value: number): string {
  const fixed = trimmed(value.toFixed(maxCharacters));
  const isSmall = fixed.length > maxCharacters || fixed === "0";
  return isSmall ? exponential(value.toPrecision(6)) : fixed;
}

/** Removes trailing zeros of the decimals. */
function trimmed(digits: string): string {
  if (digits.includes("e")) return exponential(digits);
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

/** Converts `1.20000e+7` to `1.2E+07`. */
function exponential(digits: string): string {
  const [mantissa = "", power = ""] = Number(digits).toExponential().split("e");
  return `${mantissa}E${power.replace(/^([+-])(\d)$/, "$10$2")}`;
}

/** A number format of a spreadsheet program, such as `#,##0.00` or `yyyy-mm-dd`. */
export interface NumberFormat {
  readonly isGeneral: boolean;
  /** True if it shows numbers as dates or times. */
  readonly isDate: boolean;
  formatNumber(value: number): string;
  /** Formats text; absent if text is unchanged. */
  readonly formatText: ((text: string) => string) | undefined;
}

/** Options shared by all formats of a workbook. */
export interface NumberFormatOptions {
  /** True if days are counted from 1904 instead of 1900. */
  readonly isDate1904: boolean;
}
