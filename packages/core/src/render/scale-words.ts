/** A size in pixels. */
interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Maximum relative difference between the scales of both sides for a single factor. Only the rounding of a short side
 * to whole pixels exceeds it.
 */
const maxScaleDifference = 0.02;

/** Describes how to map points of a shown image to the original: `multiply coordinates by 2.57`. */
export function scaleWords(original: Size, shown: Size): string {
  const [x, y] = [original.widthPx / shown.widthPx, original.heightPx / shown.heightPx];
  if (Math.abs(x / y - 1) > maxScaleDifference) return `multiply x by ${factorWords(x)} and y by ${factorWords(y)}`;
  // The long side has the smaller rounding error.
  return `multiply coordinates by ${factorWords(original.widthPx >= original.heightPx ? x : y)}`;
}

/** Renders a factor. Below 1 it has three significant digits, because two decimals would be off by pixels. */
function factorWords(factor: number): string {
  return String(factor >= 1 ? Math.round(factor * 100) / 100 : Number(factor.toPrecision(3)));
}
