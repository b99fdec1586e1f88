import { decodeImage, encodePixels, resizePixels, type PixelSize, type RawPixels } from "@reader/image-fit";
import { cutAnimation } from "../formats/open-common.ts";
import type { Picture } from "../picture.ts";
import { createCanvas, type Canvas } from "./canvas.ts";
import { frameCountIn, framesOf, isStillApart, type PngFrame } from "./frames.ts";

/** The picture with its frames; the picture as it was where none can be told apart. */
export function withFrames(picture: Picture, bytes: Uint8Array): Picture {
  const frames = framesOf(bytes).filter((frame) => isInside(frame, picture.size));
  const known = frames.length < frameCountIn(bytes) ? { ...picture, remarks: [cutAnimation] } : picture;
  if (frames.length < 2) return known;
  return {
    ...known,
    count: frames.length,
    animation: {
      delaysMs: frames.map(({ delayMs }) => delayMs),
      async *tiles(wanted, size) {
        for await (const pixels of played(frames, picture.size, wanted)) yield await resizePixels(pixels, size);
      },
    },
    sizeOf: async () => picture.size,
    fit: async (limits, options) => {
      const { page = 1, region, purpose, signal } = options;
      const isStill = page === 1 && !isStillApart(bytes);
      if (isStill || purpose === "native") return picture.fit(limits, options);
      for await (const pixels of played(frames, picture.size, [page])) {
        const part = { ...(region === undefined ? {} : { region }), ...(signal === undefined ? {} : { signal }) };
        return encodePixels(pixels, limits, part);
      }
      return picture.fit(limits, options);
    },
  };
}

function isInside({ xPx, yPx, widthPx, heightPx }: PngFrame, size: PixelSize): boolean {
  return widthPx > 0 && heightPx > 0 && xPx + widthPx <= size.widthPx && yPx + heightPx <= size.heightPx;
}

/** Plays the animation up to the last frame that is wanted, and gives each of them as displayed. */
async function* played(
  frames: readonly PngFrame[],
  size: PixelSize,
  wanted: readonly number[],
): AsyncGenerator<RawPixels> {
  const canvas = createCanvas(size);
  const last = wanted.at(-1) ?? 0;
  for (const [index, frame] of frames.slice(0, last).entries()) {
    const before = frame.disposal === "previous" ? canvas.snapshot() : undefined;
    canvas.draw(await decodeImage(frame.png(), { size: frame }), frame, frame.blend);
    if (wanted.includes(index + 1)) yield canvas.snapshot();
    dispose(canvas, frame, before);
  }
}

function dispose(canvas: Canvas, frame: PngFrame, before: RawPixels | undefined): void {
  if (before !== undefined) canvas.restore(before);
  else if (frame.disposal === "background") canvas.clear(frame);
}
