import type { RecognisableImage } from "@reader/core/handler";

/** Pieces of a picture along each side. */
const tilesAside = 16;

/** Pixels of a piece that are looked at along each side. */
const samplesAside = 12;

/** The ground of a scan is as bright here as there; in the shadow of a hand or a fold it is a third darker. */
const maxFall = 0.8;

/** Light falls off little by little; the panels of a screenshot have edges, and are as bright everywhere. */
const gentleStep = { min: 3, max: 24 } as const;
const minGentleShare = 0.15;

/** Whether the ground of a picture gets darker from here to there, as it does in photographs of pages. */
export function isUnevenlyLit(image: RecognisableImage): boolean {
  const numbers = Array.from({ length: tilesAside }, (_, index) => index);
  const grounds = numbers.map((row) => numbers.map((column) => groundOf(image, { row, column })));
  const sorted = grounds.flat().toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return at(0.1) < at(0.9) * maxFall && gentleShareOf(grounds) >= minGentleShare;
}

/** How many neighbours differ, and not by much. */
function gentleShareOf(grounds: readonly (readonly number[])[]): number {
  const steps = grounds.flatMap((row, y) =>
    row.flatMap((ground, x) => {
      const neighbours = [row[x + 1], grounds[y + 1]?.[x]].filter((each) => each !== undefined);
      return neighbours.map((each) => Math.abs(each - ground));
    }),
  );
  return steps.filter((step) => step >= gentleStep.min && step <= gentleStep.max).length / steps.length;
}

/** The brightness that one pixel in ten of a piece exceeds: that of the ground, where there is print on it. */
function groundOf(
  { data, widthPx, heightPx }: RecognisableImage,
  { row, column }: { readonly row: number; readonly column: number },
): number {
  const values: number[] = [];
  for (let y = 0; y < samplesAside; y++) {
    for (let x = 0; x < samplesAside; x++) {
      const across = Math.floor(((column + (x + 0.5) / samplesAside) / tilesAside) * widthPx);
      const down = Math.floor(((row + (y + 0.5) / samplesAside) / tilesAside) * heightPx);
      values.push(data[down * widthPx + across] ?? 0);
    }
  }
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] ?? 0;
}
