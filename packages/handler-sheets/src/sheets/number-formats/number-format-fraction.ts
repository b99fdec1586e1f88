import { generalText } from "./number-format-general.ts";
import type { NumberFormat } from "./number-format.ts";

/** `# ?/?`, `# ??/??`, `0 0/8`, `?/?`: whole part or none, and the digits of the denominator or the denominator. */
const fraction = /^(?:([#0])+ )?[?#0]+\/(?:([?#0]{1,4})|([1-9]\d{0,3}))$/;

/** Beyond this the fraction is no longer what was meant: its digits are not exact. */
const maxExact = 1e11;

/** The format of a fraction as Excel shows it, its parts not aligned to columns; undefined for any other code. */
export function createFractionFormat(code: string): NumberFormat | undefined {
  const match = fraction.exec(code);
  if (match === null) return undefined;
  const [, whole, digits = "", fixed] = match;
  const nearest = fixed === undefined ? nearestFraction(10 ** digits.length - 1) : fixedFraction(Number(fixed));
  const formatNumber = (value: number): string => {
    const size = Math.abs(value);
    if (!(size < maxExact)) return generalText(value);
    const units = whole === undefined ? 0 : Math.floor(size);
    const [top, bottom] = nearest(size - units);
    const shown = top === bottom ? { units: units + 1, top: 0 } : { units, top };
    const text = whole === undefined ? `${top}/${bottom}` : mixedText(shown.units, shown.top, bottom);
    return value < 0 && (shown.units > 0 || shown.top > 0) ? `-${text}` : text;
  };
  return { isGeneral: false, isDate: false, formatNumber, formatText: undefined };
}

function mixedText(units: number, top: number, bottom: number): string {
  if (top === 0) return String(units);
  return units === 0 ? `${top}/${bottom}` : `${units} ${top}/${bottom}`;
}

type Nearest = (value: number) => readonly [top: number, bottom: number];

function fixedFraction(bottom: number): Nearest {
  return (value) => [Math.round(value * bottom), bottom];
}

/** Differences below this are those of binary numbers. */
const sameness = 1e-12;

/** The nearest fraction with a denominator up to this; of two that are as near, the one with the smaller denominator. */
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
