import type { RawPixels } from "../model/types.ts";

/** Whether every pixel is the same. */
export function isOneColour({ data, channels }: RawPixels): boolean {
  for (let at = channels; at < data.length; at += 1) {
    if (data[at] !== data[at - channels]) return false;
  }
  return true;
}

/** Rows that are looked at: enough to tell a screenshot from a photo, few enough to cost nothing. */
const maxSampleRows = 96;

/**
 * The share of neighbours in a row that are exactly equal, from 0 to 1. Screenshots, diagrams and scanned line art are
 * mostly flat; a sensor's noise leaves hardly two pixels alike.
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

/** At least so flat are drawings, also where scaling blurred their text; photos without loss stay below a quarter. */
const minFlatShare = 0.35;

/** Whether a picture is a screenshot or a diagram rather than a photo. */
export function isDrawing(pixels: RawPixels): boolean {
  return flatShare(pixels) >= minFlatShare;
}

function isSame(data: Uint8Array, at: number, channels: number): boolean {
  for (let channel = 0; channel < channels; channel += 1) {
    if (data[at + channel] !== data[at + channel - channels]) return false;
  }
  return true;
}
