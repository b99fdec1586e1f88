/** Digits that a column of usual width has room for, and the point. */
const maxCharacters = 11;

/** Whole numbers up to which all digits are shown, because they are numbers of articles and accounts as often as not. */
const maxWhole = 1e20;

/** Digits that a cell has (ISO/IEC 29500-1, 18.17.5.2); zeros stand for the others. */
const cellDigits = 15;

/**
 * A number as the format `General` shows it: up to 11 characters, from there on in powers of ten. A whole number is
 * shown in full, as a program does where it is edited: nothing else tells a reader its digits.
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

/** Without zeros at the end of the decimals. */
function trimmed(digits: string): string {
  if (digits.includes("e")) return exponential(digits);
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

/** `1.20000e+7` becomes `1.2E+07`. */
function exponential(digits: string): string {
  const [mantissa = "", power = ""] = Number(digits).toExponential().split("e");
  return `${mantissa}E${power.replace(/^([+-])(\d)$/, "$10$2")}`;
}
