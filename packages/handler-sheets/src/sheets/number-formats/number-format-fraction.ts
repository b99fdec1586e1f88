import { generalText } from "./number-format-general.ts";
import type { NumberFormat } from "./number-format.ts";

/**
 * Codes such as `# ?/?`, `# ??/??`, `0 0/8` and `?/?`: an optional whole part, and the digits of the denominator or a
 * fixed denominator.
 */
const fraction = /^(?:([#0])+ )?[?#0]+\/(?:([?#0]{1,4})|([1-9]\d{0,3}))$/;

/** Largest value shown as a fraction; the fraction of larger values is not exact. */
const maxExact = 1e11;

/** Creates the fraction format as Excel shows it, without column alignment; `undefined` for any other code. */
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

/** Tolerance for binary rounding errors. */
const sameness = 1e-12;

/** Returns the nearest fraction with a denominator of at most `most`. The smaller denominator wins a tie. */
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
