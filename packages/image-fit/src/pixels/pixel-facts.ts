import type { RawPixels } from "../model/types.ts";

/** True if all pixels are the same. */
export function isOneColour({ data, channels }: RawPixels): boolean {
  for (let at = channels; at < data.length; at += 1) {
    if (data[at] !== data[at - channels]) return false;
  }
  return true;
}

/** Maximum number of sampled rows, enough to tell a screenshot from a photo. */
const maxSampleRows = 96;

/**
 * Returns the share of equal neighbouring pixels in rows, from 0 to 1. Screenshots, diagrams and scanned line art are
 * mostly flat; photos have sensor noise.
 */
function flatShare({ data, widthPx, heightPx, channels }: RawPixels): number {
  const rowStep = Math.max(1, Math.floor(heightPx / maxSampleRows));
  let [equal, pairs] = [0, 0];
  for (let row = 0; row < heightPx; row += rowStep) {
    const end = (row + 1) * widthPx * channels;
    for (let at = row * widthPx * channels + channels; at < end; at += channels) {
      pairs += 1;
      equal += isSame(data, at, channels) ? 1 : 0;
    }
  }
  return pairs === 0 ? 1 : equal / pairs;
}

/** Minimum flat share of drawings, even if scaled. Lossless photos stay below a quarter. */
const minFlatShare = 0.35;

/** True if an image is a screenshot or diagram rather than a photo. */
export function isDrawing(pixels: RawPixels): boolean {
  return flatShare(pixels) >= minFlatShare;
}

function isSame(data: Uint8Array, at: number, channels: number): boolean {
  for (let channel = 0; channel < channels; channel += 1) {
    if (data[at + channel] !== data[at + channel - channels]) return false;
  }
  return true;
}
