import type { PageModel } from "@reader/pdf-pages";
import type { DocumentPages } from "@reader/pdf-pages/read";
import type { OpenedDocument } from "../document/opened-document.ts";
import { notePageFault } from "../engine/engine.ts";
import { readPage } from "./page-model.ts";

/** Creates the pages of an open document. A page whose text is sideways is rotated. */
export function createPageSource(pdf: OpenedDocument): DocumentPages {
  const models = new Map<number, PageModel | undefined>();
  const release = (number: number): void => {
    models.delete(number);
    pdf.release(number);
  };
  return {
    next: () => undefined,
    read(number) {
      if (!models.has(number)) models.set(number, readUpright(pdf, number));
      return models.get(number);
    },
    release,
    end() {
      for (const number of models.keys()) release(number);
    },
  };
}

function readUpright(pdf: OpenedDocument, number: number): PageModel | undefined {
  try {
    const model = pdf.withPage(number, (page) => readPage(pdf, page));
    const { rotation } = model.content;
    if (rotation === undefined) return model;
    pdf.withPage(number, ({ page }) => {
      const { engine } = pdf;
      engine.FPDFPage_SetRotation(page, (engine.FPDFPage_GetRotation(page) + rotation / 90) % 4);
    });
    // The engine measures a page when it is loaded.
    pdf.release(number);
    return { ...pdf.withPage(number, (page) => readPage(pdf, page)), turned: rotation };
  } catch (error) {
    notePageFault(error);
    return undefined;
  }
}
