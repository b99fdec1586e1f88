import type { PDFObject, PDFPage } from "mupdf";
import { numberAt } from "../engine/pdf-objects.ts";

/** The corners of a box in the order in which the file has them. */
type Corners = readonly [number, number, number, number];

/**
 * Takes away a crop box that shares nothing with the page. The engine measures such a page without it, as Acrobat and
 * Firefox show it, and reads its text, but draws nothing of it. Says whether there was one.
 */
export function dropCropApart(page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const crop = cornersOf(object, "CropBox");
    const media = cornersOf(object, "MediaBox");
    if (crop === undefined || media === undefined || doMeet(crop, media)) return false;
    page.setPageBox("CropBox", page.getBounds());
    return true;
  } finally {
    object.destroy();
  }
}

function cornersOf(page: PDFObject, key: string): Corners | undefined {
  const box = page.getInheritable(key);
  try {
    if (!box.isArray() || box.length !== 4) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((index) => numberAt(box, index));
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  } finally {
    box.destroy();
  }
}

function doMeet([x0, y0, x1, y1]: Corners, [left, bottom, right, top]: Corners): boolean {
  return x0 < right && x1 > left && y0 < top && y1 > bottom;
}
