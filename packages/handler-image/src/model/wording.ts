import { ReadError } from "@reader/core/handler";
import type { PixelSize } from "@reader/image-fit";

/** `4032×3024` */
export function sizeWords({ widthPx, heightPx }: PixelSize): string {
  return `${widthPx}×${heightPx}`;
}

/** Formats a duration: `0.4 s`, `1 min 5 s`. */
export function seconds(timeMs: number): string {
  const total = Math.round(timeMs / 10) / 100;
  if (total < 60) return `${total} s`;
  const minutes = Math.floor(total / 60);
  return `${minutes} min ${Math.round(total - minutes * 60)} s`;
}

/** Creates the error for bytes that one of our own decoders cannot read. `what` is a sentence. */
export function corrupt(what: string): ReadError {
  return new ReadError("corrupt", what, {
    hint: "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.",
  });
}

/** Creates the error for an unsupported variant of a format. */
export function unsupported(what: string): ReadError {
  return new ReadError("unsupported-type", what, {
    hint: "Convert it to PNG first, with an image editor or ImageMagick.",
  });
}
