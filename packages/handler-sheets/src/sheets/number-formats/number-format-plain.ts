import { generalText } from "./number-format-general.ts";
import type { NumberFormat } from "./number-format.ts";

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
