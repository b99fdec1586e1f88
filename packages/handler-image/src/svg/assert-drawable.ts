import { ReadError } from "@reader/core/handler";
import type { InputLimits, PixelSize } from "@reader/image-fit";
import { assertParsable } from "./parsable.ts";
import { rootOf } from "./svg-extent.ts";

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

/**
 * Throws `too-large` for a drawing that says to be larger than the engine counts: it would take such a size for one pixel,
 * and show nothing of the drawing.
 */
export function assertDrawable(svg: string, { maxSidePx }: InputLimits): void {
  assertParsable(svg);
  const { widthPx, heightPx } = saidSize(rootOf(svg) ?? "");
  const actual = Math.ceil(Math.max(widthPx, heightPx));
  if (actual <= maxSidePx) return;
  const message = `The drawing says to be ${widthPx}×${heightPx} pixels large; the limit is ${maxSidePx} pixels a side (maxSidePx).`;
  throw new ReadError("too-large", message, {
    hint: "Make a copy with a smaller width and height in its <svg> tag, and keep its viewBox.",
    details: { limit: { name: "maxSidePx", value: maxSidePx, actual } },
  });
}

/** Its width and height, else those of its `viewBox`; 0 for what it does not say. */
export function saidSize(root: string): PixelSize {
  const [widthPx, heightPx] = ["width", "height"].map((name) => lengthPx(attribute(root, name)));
  if (widthPx !== undefined || heightPx !== undefined) return { widthPx: widthPx ?? 0, heightPx: heightPx ?? 0 };
  const [, , width, height] = (attribute(root, "viewBox") ?? "").trim().split(/[\s,]+/u, 4);
  return { widthPx: lengthPx(width) ?? 0, heightPx: lengthPx(height) ?? 0 };
}

/** An attribute of the opening tag. */
export function attribute(root: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']{0,200})["']`, "u").exec(root)?.[1];
}

function lengthPx(length: string | undefined): number | undefined {
  const [, value, unit] = lengthPattern.exec(length ?? "") ?? [];
  const factor = pixelsOfUnit[(unit ?? "?").toLowerCase()];
  const px = Number(value) * (factor ?? Number.NaN);
  return Number.isNaN(px) ? undefined : px;
}
