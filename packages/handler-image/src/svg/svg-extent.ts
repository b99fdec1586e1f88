import { decodeImage, describeImage, type InputLimits, type PixelSize, type RawPixels } from "@reader/image-fit";
import { assertParsable } from "./parsable.ts";
import { assertNoUseBomb } from "./use-bomb.ts";

const rootPattern = /<(?:[\w-]{1,40}:)?svg(?=[\s>/])(?:[^<>"']|"[^"]*"|'[^']*')*>/;
const absoluteLength = /^\s*\+?[\d.]+(?:e[+-]?\d+)?\s*(?:px|pt|pc|mm|cm|in|em|ex)?\s*$/i;

/** Pixels of a side in which the end of what is drawn is looked for. */
const probeSidePx = 1024;
/** How much larger than what is drawn the looked-at square is, since it may start anywhere, and how often it grows. */
const probeGrowth = 4;
const maxProbes = 5;

/**
 * A drawing that has a size: one with neither a `viewBox` nor a width and a height cannot be scaled, and is given a
 * `viewBox` from the origin to the end of what is drawn.
 */
export async function withExtent(svg: string, input: InputLimits): Promise<string> {
  const root = rootOf(svg);
  if (root === undefined || hasSize(root)) return svg;
  assertNoUseBomb(svg);
  assertParsable(svg);
  const drawn = await describeImage(new TextEncoder().encode(svg), { input });
  let sideUnits = Math.max(drawn.widthPx, drawn.heightPx);
  for (let count = 0; count < maxProbes; count += 1) {
    sideUnits *= probeGrowth;
    const probe = new TextEncoder().encode(
      svg.replace(root, () => sized(root, { widthPx: sideUnits, heightPx: sideUnits })),
    );
    const size = { widthPx: probeSidePx, heightPx: probeSidePx };
    const { rightPx, bottomPx } = endOfInk(await decodeImage(probe, { size, input }));
    const [widthPx, heightPx] = [rightPx, bottomPx].map((px) => Math.ceil((px * sideUnits) / probeSidePx));
    const isInside = rightPx > 0 && rightPx < probeSidePx && bottomPx < probeSidePx;
    if (isInside && widthPx !== undefined && heightPx !== undefined)
      return svg.replace(root, () => sized(root, { widthPx, heightPx }));
  }
  return svg;
}

/** The opening tag of the drawing. */
export function rootOf(svg: string): string | undefined {
  return rootPattern.exec(svg)?.[0];
}

function hasSize(root: string): boolean {
  if (/\sviewBox\s*=/.test(root)) return true;
  return ["width", "height"].every((name) => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']([^"']{0,40})["']`).exec(root)?.[1];
    return value !== undefined && absoluteLength.test(value);
  });
}

/** The opening tag with a size, and with a `viewBox` from the origin to there where none is given. */
export function sized(root: string, { widthPx, heightPx }: PixelSize, viewBox = `0 0 ${widthPx} ${heightPx}`): string {
  const bare = root.replaceAll(/\s(?:width|height|viewBox)\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
  return bare.replace(/svg/, `svg width="${widthPx}" height="${heightPx}" viewBox="${viewBox}"`);
}

/** The first column and row behind the last that is not see-through; 0 where nothing is drawn there. */
function endOfInk({ data, widthPx, heightPx, channels }: RawPixels): {
  readonly rightPx: number;
  readonly bottomPx: number;
} {
  let [rightPx, bottomPx] = [0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      if (channels === 4 && data[(y * widthPx + x) * channels + 3] === 0) continue;
      rightPx = Math.max(rightPx, x + 1);
      bottomPx = y + 1;
    }
  }
  return { rightPx, bottomPx };
}
