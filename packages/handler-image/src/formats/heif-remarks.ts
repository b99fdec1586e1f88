import { measureImage, type ImageDescription } from "@reader/image-fit";
import { seconds } from "../words/seconds.ts";

/** What else there is in an AVIF or HEIC file whose main picture is shown. */
export function heifRemarks(bytes: Uint8Array, { mediaType, pages }: ImageDescription): readonly string[] {
  if (mediaType !== "image/avif" && mediaType !== "image/heic") return [];
  const sequence = measureImage(bytes)?.sequence;
  if (sequence !== undefined && sequence.frames > 1) {
    const { frames, durationMs } = sequence;
    const length = durationMs === undefined ? "" : `, ${seconds(durationMs)}`;
    return [
      `The file is an animation of ${frames} frames${length}, of which this is the still picture: to see the others, convert it to GIF or to PNG files first, with ffmpeg for one.`,
    ];
  }
  const others = pages - 1;
  if (others < 1) return [];
  const what = others === 1 ? "another picture" : `${others} other pictures`;
  return [`The file holds ${what} besides, which ${others === 1 ? "is" : "are"} not shown: this is the main one.`];
}

/** How many frames there are of what moves. */
export function sequenceFacts(bytes: Uint8Array): Readonly<Record<string, number>> {
  const { frames = 0, durationMs } = measureImage(bytes)?.sequence ?? {};
  if (frames < 2) return {};
  return { frames, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
}
