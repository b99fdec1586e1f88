/** A size in pixels. */
interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Sides differ in scale by more than this only where a short one was rounded to whole pixels. */
const maxScaleDifference = 0.02;

/** How points in a shown image are found in the original: `multiply coordinates by 2.57`. */
export function scaleWords(original: Size, shown: Size): string {
  const [x, y] = [original.widthPx / shown.widthPx, original.heightPx / shown.heightPx];
  if (Math.abs(x / y - 1) > maxScaleDifference) return `multiply x by ${factorWords(x)} and y by ${factorWords(y)}`;
  // The long side was rounded least.
  return `multiply coordinates by ${factorWords(original.widthPx >= original.heightPx ? x : y)}`;
}

/** Below 1, three digits that count: two decimals would move points by pixels. */
function factorWords(factor: number): string {
  return String(factor >= 1 ? Math.round(factor * 100) / 100 : Number(factor.toPrecision(3)));
}
