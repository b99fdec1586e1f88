import type { RecognisableImage } from "@reader/core/handler";
import { inkLevelsOf } from "./ink-levels.ts";
import { findPanels, type Panel } from "./panels.ts";

/** Print differs from its panel by so much, and covers this share of it. */
const minContrast = 48;
const minPrintShare = 0.01;
const maxPrintShare = 0.5;

/** How far from the panel to its print what is nearer becomes white: its own noise. */
const noiseShare = 0.08;

/** The greys of print and paper on the page around the panels: one that is blacker or whiter would make a faint page fainter. */
interface Ends {
  readonly ink: number;
  readonly ground: number;
}

/**
 * The picture with white where dark print stands on a panel: the engine divides a page by one grey, and dark print on
 * grey, as in the head of a table, is lost. Light print on a panel it finds by itself.
 */
export function withoutPanels(image: RecognisableImage): RecognisableImage {
  const panels = findPanels(image);
  if (panels.length === 0) return image;
  const data = Uint8Array.from(image.data);
  const { ground, half } = inkLevelsOf(image.data);
  const ends = { ground, ink: Math.max(0, half * 2 - ground) };
  // The largest first, so that a panel on another comes after it.
  for (const panel of panels) {
    const greys = printGreys(image, panel, ends);
    if (greys === undefined) continue;
    const { box, edgePx } = panel;
    // The edge of a panel would be left as a frame.
    const outer = { x0: box.x0 - edgePx, y0: box.y0 - edgePx, x1: box.x1 + edgePx, y1: box.y1 + edgePx };
    eachPixel(image, outer, (at) => (data[at] = ground));
    eachPixel(image, box, (at) => (data[at] = greys[image.data[at] ?? 0] ?? ground));
  }
  return { ...image, data };
}

/** What each grey of a panel becomes; `undefined` where nothing dark is printed on it. */
function printGreys(image: RecognisableImage, { box, grey }: Panel, { ink, ground }: Ends): Uint8Array | undefined {
  let [dark, light, all, darkest] = [0, 0, 0, grey];
  eachPixel(image, box, (at) => {
    const seen = image.data[at] ?? 0;
    all += 1;
    darkest = Math.min(darkest, seen);
    if (seen - grey <= -minContrast) dark += 1;
    if (seen - grey >= minContrast) light += 1;
  });
  if (dark < light || dark < all * minPrintShare || dark > all * maxPrintShare) return undefined;
  const contrast = grey - darkest;
  const mapped = (_: number, each: number): number => {
    const inked = Math.min(1, Math.max(0, (grey - each) / contrast - noiseShare) / (1 - noiseShare));
    return Math.round(ground + (ink - ground) * inked);
  };
  return Uint8Array.from({ length: 256 }, mapped);
}

function eachPixel({ widthPx, heightPx }: RecognisableImage, box: Panel["box"], see: (at: number) => void): void {
  const [left, right] = [Math.max(0, box.x0), Math.min(widthPx, box.x1)];
  for (let y = Math.max(0, box.y0); y < Math.min(heightPx, box.y1); y++) {
    for (let at = y * widthPx + left; at < y * widthPx + right; at++) see(at);
  }
}
