import { notice, quoted } from "@reader/core/handler";
import type { PartAdvice } from "@reader/pdf-pages/read";
import type { OpenedDocument } from "../document/opened-document.ts";
import { findMissingGlyph } from "../extract/missing-glyphs.ts";

/** Creates the advice about images of pages: once per read, that letters are missing in them. */
export function createImageAdvice(pdf: OpenedDocument): PartAdvice {
  let isTold = false;
  return {
    of(number) {
      if (isTold) return [];
      const letter = pdf.tryPage(number, (page) => findMissingGlyph(pdf.engine, page), undefined);
      if (letter === undefined) return [];
      isTold = true;
      return [
        notice(
          `The image of page ${number} lacks letters, such as ${quoted(letter)}: their font is not in the file. Ask for view "text" to read them.`,
        ),
      ];
    },
  };
}
