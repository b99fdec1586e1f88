import type { PDFObject, PDFPage } from "mupdf";
import type { QuickMatrix, QuickResources } from "../base/quick-resources.ts";
import { pageBytes } from "./content-bytes.ts";
import type { DocumentResources } from "./document-resources.ts";

/** What a page is read from. */
export interface PageSource {
  readonly bytes: Uint8Array;
  readonly resources: QuickResources;
  /** From the space of the content to the page as it is displayed: turned, cropped and scaled. */
  readonly matrix: QuickMatrix;
  /** The page as it is displayed, in points. */
  readonly page: readonly [x0: number, y0: number, x1: number, y1: number];
  /** Its key in the parent tree of the tagged structure; -1 without one. */
  readonly structParent: number;
}

/** Takes what content is read from out of a loaded page. Throws `NotQuick`, or what the engine throws. */
export function pageSource(shared: DocumentResources, page: PDFPage): PageSource {
  const object = page.getObject();
  try {
    return {
      bytes: withValue(object.get("Contents"), pageBytes),
      resources: withValue(object.getInheritable("Resources"), (resources) => shared.in(resources)),
      matrix: page.getTransform(),
      page: page.getBounds(),
      structParent: withValue(object.get("StructParents"), (key) => (key.isNumber() ? key.asNumber() : -1)),
    };
  } finally {
    object.destroy();
  }
}

function withValue<Value>(object: PDFObject, use: (object: PDFObject) => Value): Value {
  try {
    return use(object);
  } finally {
    object.destroy();
  }
}
