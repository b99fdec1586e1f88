import type { DisplayList, PDFPage } from "mupdf";
import { contentBytes } from "../prepare/shorten-page.ts";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../engine/engine.ts";
import type { QuickPages } from "../fast-path/quick-pages.ts";
import { paintingOf, type KnownPainting, type Painting } from "./painting.ts";
import { recordPage } from "./record-page.ts";

/** Whose pages are looked at more than once: the paintings of one document, of which that of one page is kept. */
export interface Paintings {
  /** Begins with a page, counted from 1, and forgets the one before. */
  readonly begin: (page: PDFPage, number: number) => Painting;
  /** The painting of a page, with what is known of it if it is the one that was begun with last. */
  readonly of: (page: PDFPage, number: number) => Painting;
  /** Frees what is kept. */
  readonly end: () => void;
}

/**
 * To record a page costs a tenth of the time of its text and saves two thirds of every further look. Pages of one document
 * are alike, so that a page is recorded if one of so many before it was looked at again.
 */
const rememberedPages = 8;

/** Stored bytes of content from which on a page is a map or a drawing, whose record would take too much memory. */
const maxRecordedBytes = 1_000_000;

/** Makes an empty store; `quickPages` tells what reads pages without the engine, where anything does. */
export function createPaintings(engine: PdfEngine, quickPages: () => QuickPages | undefined = never): Paintings {
  let kept: (KnownPainting & { readonly number: number }) | undefined;
  let unusedFor = rememberedPages;
  const forget = (): void => {
    if (kept !== undefined) unusedFor = kept.wasSeenAgain ? 0 : unusedFor + 1;
    kept?.list?.destroy();
    kept = undefined;
  };
  const beginning = (page: PDFPage): Pick<KnownPainting, "quick" | "list" | "learn"> => {
    const pages = quickPages();
    const quick = pages?.read(page);
    if (quick !== undefined) return { quick };
    const list = unusedFor < rememberedPages ? listOf(engine, page) : undefined;
    return {
      ...(list === undefined ? {} : { list }),
      ...(pages === undefined ? {} : { learn: (flat) => pages.learn(page, flat) }),
    };
  };
  return {
    begin(page, number) {
      forget();
      kept = { number, wasSeenAgain: false, ...beginning(page) };
      return paintingOf(engine, page, kept);
    },
    of: (page, number) => paintingOf(engine, page, kept?.number === number ? kept : undefined),
    end: forget,
  };
}

function never(): undefined {}

/** A page that cannot be recorded may still be read. */
function listOf(engine: PdfEngine, page: PDFPage): DisplayList | undefined {
  if (contentBytes(page) > maxRecordedBytes) return undefined;
  try {
    return recordPage(engine, page);
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return undefined;
  }
}
