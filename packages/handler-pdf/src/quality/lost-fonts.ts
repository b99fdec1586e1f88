import type { PDFObject, PDFPage } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { textAt, withObject } from "../engine/pdf-objects.ts";

const programs = ["FontFile", "FontFile2", "FontFile3"];

/**
 * Whether a font of a page is not in the file, and its codes mean nothing without it: another font draws other
 * characters than were written, so that neither the text nor the picture of the page can be believed. A font that the
 * file only names, with codes that are known, is none of these.
 */
export function hasLostFonts(page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const resources = object.getInheritable("Resources");
    try {
      return withObject(resources, ["Font"], anyIsLost) ?? false;
    } finally {
      resources.destroy();
    }
  } catch (error) {
    countEngineFailure(error);
    return false;
  } finally {
    object.destroy();
  }
}

function anyIsLost(fonts: PDFObject): boolean {
  let isLost = false;
  fonts.forEach((font) => {
    isLost ||= isLostFont(font);
    font.destroy();
  });
  return isLost;
}

function isLostFont(font: PDFObject): boolean {
  const isThere = withObject(font, ["Subtype"], () => true) ?? false;
  if (!isThere) return true;
  if (textAt(font, "Subtype") !== "Type0" || !(textAt(font, "Encoding") ?? "").startsWith("Identity")) return false;
  return !(withObject(font, ["DescendantFonts", 0], isWhole) ?? false);
}

/** A collection of glyphs that has a name, such as that of Japanese, is known to every viewer. */
function isWhole(descendant: PDFObject): boolean {
  const ordering = textAt(descendant, "CIDSystemInfo", "Ordering") ?? "Identity";
  return ordering !== "Identity" || programs.some((name) => hasStream(descendant, name));
}

/** What is referred to may be missing itself. */
function hasStream(descendant: PDFObject, name: string): boolean {
  return withObject(descendant, ["FontDescriptor", name], (program) => program.isStream()) ?? false;
}
