import type { RecognisableImage } from "@reader/core/handler";

/** Greys of which what is darker is ink: half of the way from ink to ground, for certain, and likely under noise. */
export interface InkLevels {
  /** What most of the picture is. */
  readonly ground: number;
  readonly half: number;
  readonly sure: number;
  readonly likely: number;
}

/** The share of a page that is ink for certain, and that is also where there are only a few lines. */
const surelyInk = 0.005;
const scarcelyInk = 0.0005;

/** How far from ink to ground. */
const sureShare = 0.7;
const likelyShare = 0.87;

/** Where ink and ground differ by less there is nearly none, but noise, and black is what rules would be. */
const minContrast = 64;

/** What is ink in a picture, by its darkest pixels and its ground, which most of a page is: faint print is not black. */
export function inkLevelsOf(data: RecognisableImage["data"]): InkLevels {
  const counts = new Uint32Array(256);
  for (const grey of data) counts[grey] = (counts[grey] ?? 0) + 1;
  const darkerBy = (share: number): number => greyAt(counts, data.length * share);
  const [dark, darkest, ground] = [darkerBy(surelyInk), darkerBy(scarcelyInk), darkerBy(0.5)];
  const ink = ground - darkest < minContrast ? 0 : darkest;
  const levelAt = (share: number): number => Math.round(ink + (ground - ink) * share);
  return { ground, half: (dark + ground) / 2, sure: levelAt(sureShare), likely: levelAt(likelyShare) };
}

/** The grey that so many pixels are not above. */
function greyAt(counts: Uint32Array, pixels: number): number {
  let seen = 0;
  return counts.findIndex((count) => (seen += count) > pixels);
}
