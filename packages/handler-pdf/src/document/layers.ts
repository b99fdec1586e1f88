import type { PDFDocument } from "mupdf";
import { countEngineFailure } from "../engine.ts";
import { oneLine } from "./one-line.ts";

/** A layer, which viewers can show and hide (optional content, ISO 32000-1, 8.11). */
export interface Layer {
  readonly name: string;
  /** Whether it is shown before anybody chooses; the engine reads and draws no other. */
  readonly isShown: boolean;
}

const maxLayers = 1000;

/** Lists the layers of a document by their names; the engine has them in no order. */
export function readLayers(document: PDFDocument): readonly Layer[] {
  try {
    const length = Math.min(document.countLayers(), maxLayers);
    const layers = Array.from({ length }, (_, layer) => ({
      name: oneLine(document.getLayerName(layer)),
      isShown: document.isLayerVisible(layer),
    }));
    return layers.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    countEngineFailure(error);
    return [];
  }
}
