import type { RecognisableImage } from "@reader/core/internal";

/**
 * Minimum brightness of a shadow as a share of the page's background. Darker areas are printed, such as a heading with
 * white letters.
 */
const minGroundShare = 0.3;

/** Maximum brightness of a shadow as a share of the page's background. The background of a scan varies less. */
const maxGroundShare = 0.85;

/** Minimum share of dark print inside shadows. On evenly lit pages it was below 0.01. */
const minShadowShare = 0.02;

/** Share of the background brightness that becomes white, so that the rest of a shadow is not taken as ink. */
const whitePoint = 0.94;

/** Quantile of the background brightness that counts as bright. */
const brightShare = 0.9;

const paper = 255;

/** Maximum share of light print. With more, apparent shadows are dark panels too. */
const maxLightPrintShare = 0.3;

/**
 * Evens the light of a photographed page: divides each pixel by the brightness of the background around it. Removes
 * soft and hard shadows; light panels become white. Returns `undefined` if the light is already even.
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

/** The two cells between whose centres a pixel lies, and its relative distance to the first. */
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

/** Number of cells along the longer side, finer than the edge of a shadow. A cell of a page has about 4 pixels. */
const cellsAlong = 600;

/** Reach of the closing as a share of the longer side: 6 mm of a page, so it fills print up to 12 mm wide. */
const reachShare = 0.021;

/** Minimum contrast of print. */
const minPrintContrast = 32;

/** The background brightness of an image without its print, cell by cell and row by row. */
interface GroundMap {
  readonly cellPx: number;
  readonly across: number;
  readonly down: number;
  readonly greys: Uint8Array;
  /** 255 in and around dark print, else 0. */
  readonly isDarkPrint: Uint8Array;
  /** Share of print that is lighter than its background. There, `greys` holds the print. */
  readonly lightPrintShare: number;
}

/**
 * Computes the background by a morphological closing with a square: it fills narrow dark parts, such as letters and
 * lines, and keeps the edges of large areas.
 */
function groundMapOf(image: RecognisableImage): GroundMap {
  const cells = cellsOf(image);
  const reach = Math.max(1, Math.round((reachShare * Math.max(image.widthPx, image.heightPx)) / cells.cellPx));
  const over = (from: Cells, pick: PickGrey): Cells => overSquares(from, reach, pick);
  const closed = over(over(cells, brightestOf), darkestOf);
  const opened = over(over(cells, darkestOf), brightestOf);
  const { isPrint, isLight } = printOf(closed.greys, opened.greys, over(cells, meanOf).greys);
  const isDarkPrint = isPrint.map((each, cell) => (isLight[cell] === yes ? 0 : each));
  return { ...closed, isDarkPrint, lightPrintShare: countOf(isLight) / Math.max(1, countOf(isPrint)) };
}

type Cells = Omit<GroundMap, "isDarkPrint" | "lightPrintShare">;

const yes = 255;

function countOf(cells: Uint8Array): number {
  return cells.reduce((count, cell) => count + (cell === yes ? 1 : 0), 0);
}

/**
 * Detects print and light print. Print covers less area than its background, so the mean is nearer to the background. 0
 * to 22 % of print on pages seemed light, 77 to 92 % on slides and terminals.
 */
function printOf(
  closed: Uint8Array,
  opened: Uint8Array,
  means: Uint8Array,
): { readonly isPrint: Uint8Array; readonly isLight: Uint8Array } {
  const isPrint = closed.map((brightest, cell) => (brightest - (opened[cell] ?? 0) < minPrintContrast ? 0 : yes));
  const isLight = means.map((mean, cell) => {
    const isNearerToDark = mean - (opened[cell] ?? 0) < (closed[cell] ?? 0) - mean;
    return isPrint[cell] === yes && isNearerToDark ? yes : 0;
  });
  return { isPrint, isLight };
}

/** Computes the mean of each cell. */
function cellsOf({ data, widthPx, heightPx }: RecognisableImage): Cells {
  const cellPx = Math.max(1, Math.round(Math.max(widthPx, heightPx) / cellsAlong));
  const [across, down] = [Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx)];
  const sums = new Uint32Array(across * down);
  const counts = new Uint32Array(across * down);
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor(y / cellPx) * across;
    for (let x = 0; x < widthPx; x++) {
      const cell = row + Math.floor(x / cellPx);
      sums[cell] = (sums[cell] ?? 0) + (data[y * widthPx + x] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return { cellPx, across, down, greys: Uint8Array.from(sums, (sum, cell) => sum / (counts[cell] ?? 1)) };
}

/** A range of neighbouring cells: every `step`th cell. */
interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/** Picks one grey for a range of cells. */
type PickGrey = (greys: Uint8Array, stretch: Stretch) => number;

function brightestOf(greys: Uint8Array, { first, last, step }: Stretch): number {
  let brightest = 0;
  for (let at = first; at <= last; at += step) brightest = Math.max(brightest, greys[at] ?? 0);
  return brightest;
}

function darkestOf(greys: Uint8Array, { first, last, step }: Stretch): number {
  let darkest = 255;
  for (let at = first; at <= last; at += step) darkest = Math.min(darkest, greys[at] ?? 255);
  return darkest;
}

function meanOf(greys: Uint8Array, { first, last, step }: Stretch): number {
  let sum = 0;
  for (let at = first; at <= last; at += step) sum += greys[at] ?? 0;
  return sum / ((last - first) / step + 1);
}

/** Applies `pick` to the square around each cell: first along rows, then along columns. */
function overSquares(cells: Cells, reach: number, pick: PickGrey): Cells {
  const { across, down } = cells;
  const rows = new Uint8Array(cells.greys.length);
  const squares = new Uint8Array(cells.greys.length);
  for (let cell = 0; cell < rows.length; cell++) {
    const column = cell % across;
    const first = cell - Math.min(reach, column);
    rows[cell] = pick(cells.greys, { first, last: cell + Math.min(reach, across - 1 - column), step: 1 });
  }
  for (let cell = 0; cell < rows.length; cell++) {
    const row = Math.floor(cell / across);
    const first = cell - Math.min(reach, row) * across;
    squares[cell] = pick(rows, { first, last: cell + Math.min(reach, down - 1 - row) * across, step: across });
  }
  return { ...cells, greys: squares };
}

/** Number of pixels sampled. Most pixels of an image of text are background. */
const samples = 10_000;

const middleGrey = 110;

/** Inverts an image that is mostly dark, such as a screenshot of a terminal. */
export function onPaper(image: RecognisableImage): RecognisableImage {
  const { data } = image;
  const step = Math.max(1, Math.floor(data.length / samples));
  let dark = 0;
  let seen = 0;
  for (let at = 0; at < data.length; at += step) {
    seen += 1;
    if ((data[at] ?? 0) < middleGrey) dark += 1;
  }
  return dark * 2 > seen ? { ...image, data: data.map((grey) => 255 - grey) } : image;
}

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
