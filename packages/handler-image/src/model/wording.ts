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
