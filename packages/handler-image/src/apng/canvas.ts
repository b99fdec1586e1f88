import type { PixelSize, RawPixels, Region } from "@reader/image-fit";

/** The surface on which frames are laid, RGBA. */
export interface Canvas {
  /** Lays a frame over what is there, or in its place. */
  draw(pixels: RawPixels, at: Region, blend: "source" | "over"): void;
  clear(area: Region): void;
  /** A copy of what is there. */
  snapshot(): RawPixels;
  restore(snapshot: RawPixels): void;
}

/** An empty canvas. */
export function createCanvas({ widthPx, heightPx }: PixelSize): Canvas {
  const data = new Uint8Array(widthPx * heightPx * 4);
  const offset = (area: Region, x: number, y: number): number => ((area.yPx + y) * widthPx + area.xPx + x) * 4;
  return {
    draw(pixels, at, blend) {
      for (let y = 0; y < at.heightPx; y += 1) {
        for (let x = 0; x < at.widthPx; x += 1) {
          blendPixel({ data, at: offset(at, x, y) }, pixels, { at: (y * at.widthPx + x) * pixels.channels, blend });
        }
      }
    },
    clear(area) {
      for (let y = 0; y < area.heightPx; y += 1) {
        const start = offset(area, 0, y);
        data.fill(0, start, start + area.widthPx * 4);
      }
    },
    snapshot: () => ({ data: data.slice(), widthPx, heightPx, channels: 4 }),
    restore: (snapshot) => data.set(snapshot.data),
  };
}

/** W3C PNG, 13.16: straight alpha over straight alpha. */
function blendPixel(
  to: { readonly data: Uint8Array; readonly at: number },
  { data, channels }: RawPixels,
  from: { readonly at: number; readonly blend: "source" | "over" },
): void {
  const alpha = channels === 4 ? (data[from.at + 3] ?? 0) / 255 : 1;
  const under = from.blend === "source" ? 0 : ((to.data[to.at + 3] ?? 0) / 255) * (1 - alpha);
  const total = alpha + under;
  for (let channel = 0; channel < 3; channel += 1) {
    const over = data[from.at + (channels === 1 ? 0 : channel)] ?? 0;
    const below = to.data[to.at + channel] ?? 0;
    to.data[to.at + channel] = total === 0 ? 0 : Math.round((over * alpha + below * under) / total);
  }
  to.data[to.at + 3] = Math.round(total * 255);
}
