import { buildPdf, firstExtra } from "../pdf-builder.ts";

/** Width in pixels of a page image: US letter at 100 dpi. */
const widthPx = 850;
const heightPx = 1100;

/** The grey of a position in an image. */
export type Shade = (x: number, y: number) => number;

/** Lines of strokes like letters, with gaps and margins. */
export const print: Shade = (x, y) => {
  const isInMargin = x < 100 || x >= 750 || y < 120 || y >= 900;
  return !isInMargin && y % 20 < 10 && x % 6 < 2 ? 30 : 240;
};

/** A page that is an image, with this content over it. */
export function drawnPage(shade: Shade, content = ""): Uint8Array {
  const data = new Uint8Array(widthPx * heightPx);
  for (let at = 0; at < data.length; at++) data[at] = shade(at % widthPx, Math.floor(at / widthPx));
  const size = `/Width ${String(widthPx)} /Height ${String(heightPx)}`;
  const dictionary = `/Type /XObject /Subtype /Image ${size} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
  const resources = `/XObject << /I ${String(firstExtra)} 0 R >>`;
  const page = { content: `q 612 0 0 792 0 0 cm /I Do Q ${content}`, resources };
  return buildPdf({ pages: [page], extra: [{ dictionary, data }] });
}
