import type { DisplayList, PDFPage } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import type { NestingCallbacks } from "./painting-state.ts";

/** Further than any page goes, in points: the tile around a page is not repeated. */
const tileStepPt = 200_000;

/**
 * Records what the content of a page paints, so that it need not be unpacked and interpreted again. The engine leaves out
 * of what it plays what nobody would see, such as what is clipped away, except inside of tiles: the page is one. What is
 * played is then to the last digit what the page itself gives. Throws what the engine throws for a damaged page.
 */
export function recordPage(engine: PdfEngine, page: PDFPage): DisplayList {
  const bounds = page.getBounds();
  const list = new engine.DisplayList(bounds);
  try {
    const device = new engine.DisplayListDevice(list);
    try {
      device.beginTile(bounds, bounds, tileStepPt, tileStepPt, engine.Matrix.identity, 0, 0);
      page.runPageContents(device, engine.Matrix.identity);
      device.endTile();
      device.close();
    } finally {
      device.destroy();
    }
    return list;
  } catch (error) {
    list.destroy();
    throw error;
  }
}

/** The callbacks for what was recorded: the tile around the page is to be gone into, whatever they say of tiles. */
export function insideOfPage(callbacks: NestingCallbacks): NestingCallbacks {
  let isPage = true;
  const beginTile = (): number => {
    const isKnown = isPage ? 0 : callbacks.beginTile();
    isPage = false;
    return isKnown;
  };
  return { ...callbacks, beginTile };
}
