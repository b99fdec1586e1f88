import type { RecognisableImage } from "@reader/core/handler";
import type { Turn } from "./geometry.ts";

/** What the engine was shown, and how it was turned for it. */
export interface PageView {
  readonly image: RecognisableImage;
  readonly turn: Turn;
}

/** The picture as the engine saw it, in which the boxes of an upright page stand. */
export function seenImage({ image, turn }: PageView): RecognisableImage {
  return turn === 180 ? { ...image, data: image.data.toReversed() } : image;
}
