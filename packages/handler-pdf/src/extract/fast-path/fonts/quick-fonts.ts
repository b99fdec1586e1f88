import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import { referenceOf } from "../../../engine/pdf-objects.ts";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../../engine/engine.ts";
import type { QuickFont } from "../base/quick-font.ts";
import { askEngine } from "./ask-engine.ts";
import { AskedFont } from "./asked-font.ts";
import type { FontRefusal } from "./code-bytes.ts";
import { maxSpecimens } from "./faces.ts";
import { FontStore } from "./font-store.ts";
import type { Question } from "./probe-content.ts";
import { ProbePages } from "./probe-pages.ts";
import { forgetSharedFont } from "./shared-fonts.ts";

/** Codes that are to be known. */
export interface FontRequest {
  /** A font that `of` gave. */
  readonly font: QuickFont;
  readonly codes: Iterable<number>;
}

/** The fonts of one document. What their codes show is asked of the engine, once for each code. */
export interface QuickFonts {
  /** The font of a dictionary, or of the object with a number; or why it cannot be had. Of a new font, no glyph is known. */
  readonly of: (font: PDFObject | number) => QuickFont | FontRefusal;
  /**
   * Makes codes known, all at once: each has a glyph then, or `null` where what it shows cannot be told. The page must be
   * loaded; it is lent to the engine meanwhile and is afterwards as it was. A font that this document did not give is a
   * `TypeError`.
   */
  readonly ask: (page: PDFPage, requests: readonly FontRequest[]) => void;
  /** Frees what is kept of the document, which must be open still. */
  readonly end: () => void;
}

/** Codes in one probe, so that the numbers of their fonts stay within what the engine can write. */
const maxQuestions = maxSpecimens;

/** Begins with a document of which no font is known. Failures of the engine are counted, and thrown only if it is broken. */
export function createQuickFonts(engine: PdfEngine, document: PDFDocument): QuickFonts {
  const store = new FontStore(document);
  const pages = new ProbePages(document);
  const sourceOf = (font: AskedFont): PDFObject | undefined => store.sourceOf(font);
  return {
    of: (font) => guarded(() => fontOf(store, font), "damaged"),
    ask(page, requests) {
      const questions = requests.flatMap((request) => questionsIn(store, request));
      for (let from = 0; from < questions.length; from += maxQuestions)
        askSome({ engine, pages, page, sourceOf }, questions.slice(from, from + maxQuestions));
    },
    end() {
      guarded(() => pages.end(), undefined);
      store.end();
    },
  };
}

function fontOf(store: FontStore, font: PDFObject | number): AskedFont | FontRefusal {
  const number = typeof font === "number" ? font : referenceOf(font);
  if (number !== undefined) return store.numbered(number);
  return typeof font === "number" ? "damaged" : store.direct(font);
}

/**
 * What is not known yet. Only what is shown somewhere is asked for: the engine measures the drawing of each new glyph, which
 * takes longer than all else, and has measured those of the pages that it has read.
 */
function questionsIn(store: FontStore, { font, codes }: FontRequest): readonly Question[] {
  if (!(font instanceof AskedFont) || store.sourceOf(font) === undefined)
    throw new TypeError("the font is of another document");
  return [...new Set(codes)].filter((code) => font.glyphs[code] === undefined).map((code) => ({ font, code }));
}

/** Where the engine fails, nothing can be told. */
function askSome(asked: Parameters<typeof askEngine>[0], questions: readonly Question[]): void {
  const isDone = guarded(() => {
    askEngine(asked, questions);
    return true;
  }, false);
  if (isDone) return;
  for (const { font, code } of questions) {
    font.setGlyph(code, null);
    forgetSharedFont(font);
  }
}

function guarded<Value>(use: () => Value, otherwise: Value): Value {
  try {
    return use();
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return otherwise;
  }
}
