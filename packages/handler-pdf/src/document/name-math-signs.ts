import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../engine.ts";
import { mathExtension } from "./math-extension.ts";
import { referenceOf, textAt, withObject } from "./pdf-objects.ts";

/** Fonts of one document that get names: papers have three, for type of three sizes. */
const maxNamedFonts = 50;

/** Fonts whose codes are those of TeX's large signs of mathematics, whoever drew them. */
const isMathExtension = /^(?:[A-Z]{6}\+)?(?:CMEX\d+|EUEX\d+|LMMathExtension\d+-Regular|[Tt]xex|[Pp]xex)$/u;

interface SeenFonts {
  readonly numbers: Set<number>;
  named: number;
}

const seenFonts = new WeakMap<PDFDocument, SeenFonts>();

/**
 * Says what the large signs of mathematics of TeX's fonts mean, such as sums, integrals and high brackets: TeX writes it
 * for all fonts but those, and the engine does not know the names of their glyphs. It is added to the document in memory, and
 * before the engine first opens the fonts of the page.
 */
export function nameMathSigns(document: PDFDocument, page: PDFPage): void {
  const object = page.getObject();
  try {
    const resources = object.getInheritable("Resources");
    try {
      withObject(resources, ["Font"], (fonts) => nameIn(document, fonts));
    } finally {
      resources.destroy();
    }
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    countEngineFailure(error);
  } finally {
    object.destroy();
  }
}

function nameIn(document: PDFDocument, fonts: PDFObject): void {
  const seen = seenFonts.get(document) ?? { numbers: new Set(), named: 0 };
  seenFonts.set(document, seen);
  fonts.forEach((font) => {
    const number = referenceOf(font);
    if (number !== undefined && !seen.numbers.has(number)) {
      seen.numbers.add(number);
      if (seen.named < maxNamedFonts && isMathExtension.test(textAt(font, "BaseFont") ?? "")) {
        seen.named += 1;
        putMap(document, font);
      }
    }
    font.destroy();
  });
}

function putMap(document: PDFDocument, font: PDFObject): void {
  const map = document.addStream(mathExtension(), {});
  try {
    font.put("ToUnicode", map);
  } finally {
    map.destroy();
  }
}
