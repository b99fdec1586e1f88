import type { RecognisableImage, RecognisedLine } from "@reader/core/handler";

/** Of a page that was recognised, this share of its height. */
const share = 0.2;

/** A picture with less on it is its own sample. */
const minHeightPx = 1200;

/** The band of a picture, over its whole breadth, on which the most was recognised; `undefined` for a small picture. */
export function sampleOf(
  { data, widthPx, heightPx }: RecognisableImage,
  lines: readonly RecognisedLine[],
): RecognisableImage | undefined {
  if (heightPx < minHeightPx) return undefined;
  const bandHeight = Math.ceil(heightPx * share);
  const words = lines.flatMap((line) => line.words);
  const starts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((each) => Math.floor(each * heightPx));
  const held = starts.map((start) => {
    const inside = words.filter(({ box }) => box.y0 >= start && box.y1 <= start + bandHeight);
    return { start, characters: inside.reduce((sum, { text }) => sum + text.length, 0) };
  });
  const { start } = held.reduce((best, each) => (each.characters > best.characters ? each : best));
  const end = Math.min(heightPx, start + bandHeight);
  return { data: data.subarray(start * widthPx, end * widthPx), widthPx, heightPx: end - start };
}
