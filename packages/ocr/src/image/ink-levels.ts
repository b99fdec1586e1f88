import type { RecognisableImage } from "@reader/core/internal";

/**
 * Grey thresholds below which a pixel is ink: halfway between ink and background, certain, and likely despite noise.
 */
export interface InkLevels {
  /** The grey of the background, which most of the image is. */
  readonly ground: number;
  readonly half: number;
  readonly sure: number;
  readonly likely: number;
}

/** The share of a page that is certainly ink, on usual pages and on pages with only a few lines. */
const surelyInk = 0.005;
const scarcelyInk = 0.0005;

/** Thresholds as a share of the way from ink to background. */
const sureShare = 0.7;
const likelyShare = 0.87;

/** Minimum contrast of ink. With less, there is only noise, and black is assumed as ink. */
const minContrast = 64;

/** Computes ink thresholds from the darkest pixels and the background, since faint print is not black. */
export function inkLevelsOf(data: RecognisableImage["data"]): InkLevels {
  const counts = new Uint32Array(256);
  for (const grey of data) counts[grey] = (counts[grey] ?? 0) + 1;
  const darkerBy = (share: number): number => greyAt(counts, data.length * share);
  const [dark, darkest, ground] = [darkerBy(surelyInk), darkerBy(scarcelyInk), darkerBy(0.5)];
  const ink = ground - darkest < minContrast ? 0 : darkest;
  const levelAt = (share: number): number => Math.round(ink + (ground - ink) * share);
  return { ground, half: (dark + ground) / 2, sure: levelAt(sureShare), likely: levelAt(likelyShare) };
}

/** Returns the grey at a number of pixels, counted from the darkest. */
function greyAt(counts: Uint32Array, pixels: number): number {
  let seen = 0;
  return counts.findIndex((count) => (seen += count) > pixels);
}
