import {
  decodeImage,
  describeImage,
  type ImageDescription,
  type InputLimits,
  type PixelSize,
  type RawPixels,
  type Region,
} from "@reader/image-fit";

const rootPattern = /<(?:[\w-]{1,40}:)?svg(?=[\s>/])(?:[^<>"']|"[^"]*"|'[^']*')*>/;

/** CSS pixels of a unit: https://www.w3.org/TR/css-values-3/#absolute-lengths, with the usual font of 16 pixels. */
const pixelsOfUnit: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

const lengthPattern = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i;

/** The opening tag of a drawing; undefined where it has none, or ends inside it. */
export function rootOf(svg: string): string | undefined {
  return rootPattern.exec(svg)?.[0];
}

/**
 * The size in CSS pixels that a drawing says to have, as browsers reckon it: its width and height, of which its `viewBox`
 * tells what is missing. Undefined where it says none; what is in percent, zero or below says nothing.
 */
export function saidSize(root: string): PixelSize | undefined {
  const [widthPx, heightPx] = [sidePx(root, "width"), sidePx(root, "height")];
  if (widthPx !== undefined && heightPx !== undefined) return { widthPx, heightPx };
  const box = boxOf(root);
  if (box === undefined) return undefined;
  if (widthPx !== undefined) return { widthPx, heightPx: (widthPx * box.heightPx) / box.widthPx };
  return heightPx === undefined ? box : { widthPx: (heightPx * box.widthPx) / box.heightPx, heightPx };
}

/**
 * The bytes of a drawing in another size: `said` is the size that it has, which its coordinates fill where it has no
 * `viewBox`.
 */
export function sized(svg: string, size: PixelSize, said: PixelSize): Uint8Array {
  return encoded(svg, withRoot(svg, attributesOf(svg, size, said)));
}

/**
 * The bytes of a drawing of which nothing but a part is seen, in the size `shown`: a drawing around it, whose coordinates
 * are those of the size `said`, so that no more is drawn than is shown.
 */
export function partOf(svg: string, said: PixelSize, { part, shown }: PartRequest): Uint8Array {
  const root = rootOf(svg) ?? "";
  const inner = withRoot(svg, attributesOf(svg, said, said));
  const box = [part.xPx, part.yPx, part.widthPx, part.heightPx].join(" ");
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.widthPx}" height="${shown.heightPx}" viewBox="${box}">`;
  // As far as the first tag of the drawing nothing has changed.
  const rootAt = svg.indexOf(root);
  const framed = `${inner.slice(0, rootAt)}${frame}${withoutPlace(inner.slice(rootAt))}</svg>`;
  return new TextEncoder().encode(framed);
}

/** Whether rules of style give every `svg` element a size, which comes before what its tag says. */
export function hasStyledSize(svg: string): boolean {
  return /(?:svg|:root|\*)\s{0,9}\{[^{}<>]{0,1000}?(?:width|height)\s{0,9}:/.test(svg);
}

/** A part of a drawing in its own coordinates, and the size in which it is shown. */
export interface PartRequest {
  readonly part: Region;
  readonly shown: PixelSize;
}

/** The place of a drawing counts only where it stands in another one. */
function withoutPlace(svg: string): string {
  return svg.replace(rootPattern, (root) => root.replaceAll(/\s[xy]\s*=\s*(?:"[^"]*"|'[^']*')/g, ""));
}

function attributesOf(svg: string, size: PixelSize, said: PixelSize): string {
  const root = rootOf(svg) ?? "";
  const viewBox = boxOf(root) === undefined ? `0 0 ${said.widthPx} ${said.heightPx}` : attribute(root, "viewBox");
  return ` width="${size.widthPx}" height="${size.heightPx}" viewBox="${viewBox ?? ""}"`;
}

/** The bytes of a drawing that says no size. */
export function unsized(svg: string): Uint8Array {
  return encoded(svg, withRoot(svg, ""));
}

/** The engine takes nothing for a drawing that does not have these characters near its beginning, as with a prefix. */
const engineMark = "<!--<svg-->";

function encoded(svg: string, source: string): Uint8Array {
  return new TextEncoder().encode(rootOf(svg)?.startsWith("<svg") === true ? source : engineMark + source);
}

function withRoot(svg: string, attributes: string): string {
  const root = rootOf(svg) ?? "";
  const bare = root
    .replaceAll(/\s(?:width|height|viewBox)\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/, (style) => style.replaceAll(styledSides, "$1"))
    .replace(/svg(?=[\s>/])/, () => `svg${attributes}`);
  return svg.replace(root, () => bare);
}

/** Sides in a style, which come before those in attributes. */
const styledSides = /([\s;"'])(?:width|height)\s*:[^;"']*/g;

function sidePx(root: string, name: "width" | "height"): number | undefined {
  const styled = new RegExp(`(?:^|[\\s;])${name}\\s*:([^;]{0,100})`, "u").exec(attribute(root, "style") ?? "")?.[1];
  return lengthPx(styled) ?? lengthPx(attribute(root, name));
}

function boxOf(root: string): PixelSize | undefined {
  const sides = (attribute(root, "viewBox") ?? "").trim().split(/[\s,]+/u);
  const [widthPx, heightPx] = [lengthPx(sides[2]), lengthPx(sides[3])];
  return sides.length === 4 && widthPx !== undefined && heightPx !== undefined ? { widthPx, heightPx } : undefined;
}

function attribute(root: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']{0,400})["']`, "u").exec(root)?.[1];
}

function lengthPx(length: string | undefined): number | undefined {
  const [, value, unit] = lengthPattern.exec(length ?? "") ?? [];
  const factor = pixelsOfUnit[(unit ?? "?").toLowerCase()];
  const px = Number(value) * (factor ?? Number.NaN);
  return px > 0 && Number.isFinite(px) ? px : undefined;
}

/** The engine draws up to 32 767 pixels a side, and rounds up. */
const mostEnginePx = 32_000;
/** The size of what was larger: any would do, and this one leaves room. */
const usualSidePx = 16_384;

/**
 * The whole pixels of a drawing. One that says to be larger than the engine counts, as plans in millimetres and maps do,
 * gets a size that it does: lines have none of their own.
 */
export function withinSide({ widthPx, heightPx }: PixelSize, { maxSidePx }: InputLimits): PixelSize {
  const longPx = Math.max(widthPx, heightPx);
  const scale = longPx > Math.min(maxSidePx, mostEnginePx) ? Math.min(maxSidePx, usualSidePx) / longPx : 1;
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

/** The description of a drawing of a size that is known, so that nothing has to be parsed for it. */
export function drawingOf({ widthPx, heightPx }: PixelSize): ImageDescription {
  return {
    widthPx,
    heightPx,
    mediaType: "image/svg+xml",
    orientation: 1,
    pages: 1,
    isAnimatedPng: false,
    colourSpace: "srgb",
    channels: 4,
    bitsPerChannel: 8,
    hasAlpha: true,
    comments: [],
  };
}

/** Pixels of a side in which the end of what is drawn is looked for. */
const probeSidePx = 1024;
/** How much larger than what is drawn the looked-at square is, since it may start anywhere, and how often it grows. */
const probeGrowth = 4;
const maxProbes = 5;
/** Where to begin with what has an end that the engine does not tell: the width that browsers give a drawing. */
const browserSidePx = 300;

/**
 * The size of a drawing that says none: from the origin to the end of what is drawn; undefined where nothing is. Throws
 * `corrupt` for what cannot be drawn.
 */
export async function extentOf(svg: string, input: InputLimits): Promise<PixelSize | undefined> {
  if (rootOf(svg) === undefined) return undefined;
  const drawn = await describeImage(unsized(svg), { input }).catch(() => undefined);
  let sideUnits = Math.max(drawn?.widthPx ?? browserSidePx, drawn?.heightPx ?? browserSidePx);
  for (let count = 0; count < maxProbes; count += 1) {
    sideUnits *= probeGrowth;
    const square = { widthPx: sideUnits, heightPx: sideUnits };
    const size = { widthPx: probeSidePx, heightPx: probeSidePx };
    const { rightPx, bottomPx } = endOfInk(
      await decodeImage(sized(svg, square, square), { size, input, description: drawingOf(square) }),
    );
    const isInside = rightPx > 0 && rightPx < probeSidePx && bottomPx < probeSidePx;
    const unitsOf = (px: number): number => Math.ceil((px * sideUnits) / probeSidePx);
    if (isInside) return { widthPx: unitsOf(rightPx), heightPx: unitsOf(bottomPx) };
  }
  return drawn;
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
