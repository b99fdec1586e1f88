import { oneLine } from "@reader/pdf-pages/document";
import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { mapArray, textAt, withObject } from "../engine/pdf-objects.ts";

/** A layer that viewers can show and hide (optional content, ISO 32000-1, 8.11). */
export interface Layer {
  readonly name: string;
  /** True if it is shown by default. The engine reads and draws only those. */
  readonly isShown: boolean;
}

const maxLayers = 1000;

/** Lists the layers of a document by name. The engine has no order of them. */
export function readLayers(document: PDFDocument): readonly Layer[] {
  try {
    const length = Math.min(document.countLayers(), maxLayers);
    const states = length === 0 ? new Map<string, string>() : viewStates(document);
    const layers = Array.from({ length }, (_, layer) => {
      const name = oneLine(document.getLayerName(layer));
      const state = states.get(name);
      return { name, isShown: state === undefined ? document.isLayerVisible(layer) : state !== "OFF" };
    });
    return layers.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    countEngineFailure(error);
    return [];
  }
}

/**
 * Returns the layers that define their own screen visibility, by name. The engine follows it over all other settings.
 */
function viewStates(document: PDFDocument): ReadonlyMap<string, string> {
  const trailer = document.getTrailer();
  try {
    const groups = withObject(trailer, ["Root", "OCProperties", "OCGs"], (list) =>
      mapArray(list, maxLayers, viewState),
    );
    return new Map((groups ?? []).filter(([, state]) => state === "ON" || state === "OFF"));
  } finally {
    trailer.destroy();
  }
}

function viewState(group: PDFObject): readonly [name: string, state: string] {
  return [oneLine(textAt(group, "Name") ?? ""), textAt(group, "Usage", "View", "ViewState") ?? ""];
}
