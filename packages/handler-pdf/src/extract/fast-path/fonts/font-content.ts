import type { PDFObject } from "mupdf";
import { withObject } from "../../../engine/pdf-objects.ts";

/** What may be in objects of their own, without any more such. */
const innerKeys = ["Encoding", "Widths", "FontDescriptor"];

/**
 * What a font without a file is told apart by, in all documents; `undefined` where what it shows is decided by objects that
 * are too many or too large to be written down, such as a file. Throws what the engine throws.
 */
export function contentOf(font: PDFObject): string | undefined {
  const own = resolvedText(font).replace(/\/(?:Encoding|Widths|FontDescriptor) \d+ 0 R/gu, "");
  const parts = [own, ...innerKeys.map((key) => withObject(font, [key], resolvedText) ?? "")];
  return parts.some((part) => /\d \d+ R/u.test(part)) ? undefined : parts.join("\n");
}

function resolvedText(value: PDFObject): string {
  const resolved = value.resolve();
  try {
    return resolved.toString(true);
  } finally {
    resolved.destroy();
  }
}
