import type { PDFDocument } from "mupdf";
import { countEngineFailure, isEngineWorn } from "../engine/engine.ts";

/**
 * Frees a document; never throws. What a damaged one did to the engine's memory may show only where it is freed, which
 * takes back nothing of what was read of it: such an engine is used for nothing more, and neither is one that broke.
 */
export function closePdf({ document }: { readonly document: Pick<PDFDocument, "destroy"> }): void {
  if (isEngineWorn()) return;
  try {
    document.destroy();
  } catch (error) {
    countEngineFailure(error);
  }
}
