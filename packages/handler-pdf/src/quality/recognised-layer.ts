import { countEngineFailure, isEngineBroken } from "../engine/engine.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { centreOf, holds } from "../model/geometry.ts";
import { logPaint, type PaintedArea, type PaintedText } from "./paint-log.ts";

/** From here on text that is not seen is what the page says, and what is seen is a stamp or a number. */
const minUnseenShare = 0.5;

/**
 * Whether the text of a page lies unseen on or under its pictures, as programs put what they recognised in a scan. It
 * costs a run of the page.
 */
export function isRecognisedLayer(painting: Painting): boolean {
  try {
    const log = logPaint(painting);
    try {
      const pictures = log.areas.filter(({ paint }) => paint === undefined);
      const unseen = log.texts.filter((text) => isUnseen(text, pictures));
      return unseen.length > log.texts.length * minUnseenShare;
    } finally {
      log.destroy();
    }
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return false;
  }
}

function isUnseen({ paint, box, order }: PaintedText, pictures: readonly PaintedArea[]): boolean {
  if (paint === undefined || paint.alpha === 0) return true;
  const centre = centreOf(box);
  return pictures.some((picture) => picture.order > order && holds(picture.box, centre));
}
