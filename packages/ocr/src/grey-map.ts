import type { RecognisableImage } from "@reader/core/handler";

/** A picture as a portable grey map: a few words before the pixels as they are, which Tesseract reads at once. */
export function greyMap({ data, widthPx, heightPx }: RecognisableImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${widthPx} ${heightPx}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
