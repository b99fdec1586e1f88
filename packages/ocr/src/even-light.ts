import type { RecognisableImage } from "@reader/core/handler";
import { groundMapOf, type GroundMap } from "./ground-map.ts";

/** Of the ground of the page: what is darker is no shadow but printed so, a heading of white letters for one. */
const minGroundShare = 0.3;

/** The ground of a scan is about as bright here as there; a shadow takes off more. */
const maxGroundShare = 0.85;

/** The share of dark print that lies in a shadow, where there is one: of evenly lit pages it was below 0.01. */
const minShadowShare = 0.02;

/** Paper becomes white to its last pixel: of small parts of a picture, what is left of the shadow would be ink. */
const whitePoint = 0.94;

/** What most of the brighter ground of a page is not above. */
const brightShare = 0.9;

const paper = 255;

/** Of what is printed; where more is light print on dark panels, what looks like shadows are such panels, too. */
const maxLightPrintShare = 0.3;

/**
 * A photograph of a page as if its light were even, each pixel by the brightness of the ground around it; `undefined`
 * where it is even. Shadows with soft edges and hard ones are taken off, and light panels become white.
 */
export function evenlyLit(image: RecognisableImage): RecognisableImage | undefined {
  const map = groundMapOf(image);
  const bright = map.greys.toSorted()[Math.floor((map.greys.length - 1) * brightShare)] ?? paper;
  const [darkest, dark] = [bright * minGroundShare, bright * maxGroundShare];
  const printed = map.greys.filter((_, cell) => map.isDarkPrint[cell] !== 0);
  const shadows = printed.filter((grey) => grey >= darkest && grey < dark);
  const isEven = shadows.length <= printed.length * minShadowShare;
  if (isEven || map.lightPrintShare > maxLightPrintShare) return undefined;
  return litBy(image, { ...map, greys: map.greys.map((grey) => (grey < darkest ? bright : grey)) });
}

function litBy(image: RecognisableImage, { cellPx, across, down, greys }: GroundMap): RecognisableImage {
  const { data, widthPx, heightPx } = image;
  const even = new Uint8Array(data.length);
  const columns = Array.from({ length: widthPx }, (_, x) => between(x, cellPx, across));
  const grounds = new Float64Array(across);
  for (let y = 0; y < heightPx; y++) {
    const { first, second, share } = between(y, cellPx, down);
    for (let column = 0; column < across; column++) {
      const [upper = 0, lower = 0] = [greys[first * across + column], greys[second * across + column]];
      grounds[column] = upper + (lower - upper) * share;
    }
    columns.forEach((at, x) => {
      const [left = 0, right = 0] = [grounds[at.first], grounds[at.second]];
      const white = Math.max(1, (left + (right - left) * at.share) * whitePoint);
      even[y * widthPx + x] = Math.min(paper, ((data[y * widthPx + x] ?? 0) * paper) / white);
    });
  }
  return { ...image, data: even };
}

/** The two cells between whose middles a pixel lies, and how near it is to the second. */
interface Between {
  readonly first: number;
  readonly second: number;
  readonly share: number;
}

function between(at: number, cellPx: number, cells: number): Between {
  const place = Math.min(cells - 1, Math.max(0, (at + 0.5) / cellPx - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(cells - 1, first + 1), share: place - first };
}
