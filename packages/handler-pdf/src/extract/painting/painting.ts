import type { DisplayList, PDFPage, StructuredText } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../engine/engine.ts";
import type { FlatPage } from "../../model/spans.ts";
import { readVectors, type Vector } from "../../model/vectors.ts";
import type { QuickPage, QuickPages } from "../fast-path/quick-pages.ts";
import { contentBytes } from "../prepare/prepare-page.ts";
import { insideOfPage, type NestingCallbacks, recordPage } from "./painting-state.ts";

/** What a page paints, for all who look at it: each look costs as much as the text of the page, or little if it was recorded. */
export interface Painting {
  readonly engine: PdfEngine;
  /** The page itself, as long as it is loaded. */
  readonly page: PDFPage;
  /** The text of its content, to be freed. Throws what the engine throws. */
  readonly structuredText: (options: string) => StructuredText;
  /** Tells of all that is painted, annotations and fields included. Throws what the engine throws. */
  readonly run: (callbacks: NestingCallbacks) => void;
  /** What was read of it without the engine; absent where that cannot be, or is not to be trusted yet. */
  readonly quick?: QuickPage;
  /** Takes note of what the engine read of it, to know whether other pages may be read without the engine. */
  readonly learn: (flat: FlatPage) => void;
  /** What is drawn, looked for once. Throws what the engine throws. */
  readonly vectors: () => readonly Vector[];
}

/** What is known of the painting of a page, whoever has the page loaded. */
interface KnownPainting {
  /** What was read without the engine. */
  readonly quick?: QuickPage;
  /** What was recorded; absent where each look is at the page. */
  readonly list?: DisplayList;
  vectors?: readonly Vector[];
  /** Takes note of what the engine read; absent where nobody wants to know. */
  readonly learn?: (flat: FlatPage) => void;
  /** Whether it was looked at again after its text was taken. */
  wasSeenAgain: boolean;
}

/** The painting of a loaded page; `known` keeps what is found. */
export function paintingOf(engine: PdfEngine, page: PDFPage, known: KnownPainting = { wasSeenAgain: false }): Painting {
  const { quick, learn = nothing } = known;
  const structuredText = (options: string): StructuredText => (known.list ?? page).toStructuredText(options);
  return {
    engine,
    page,
    structuredText,
    learn,
    ...(quick === undefined ? {} : { quick }),
    run(callbacks) {
      known.wasSeenAgain = true;
      runOn({ engine, page, list: known.list }, callbacks);
    },
    vectors() {
      if (quick?.vectors !== undefined) return quick.vectors;
      known.wasSeenAgain = true;
      known.vectors ??= vectorsIn(structuredText("vectors"));
      return known.vectors;
    },
  };
}

function nothing(): void {}

function vectorsIn(text: StructuredText): readonly Vector[] {
  try {
    return readVectors(text);
  } finally {
    text.destroy();
  }
}

interface Runnable {
  readonly engine: PdfEngine;
  readonly page: PDFPage;
  readonly list: DisplayList | undefined;
}

function runOn({ engine, page, list }: Runnable, callbacks: NestingCallbacks): void {
  const { identity } = engine.Matrix;
  const device = new engine.Device(list === undefined ? callbacks : insideOfPage(callbacks));
  try {
    if (list === undefined) page.run(device, identity);
    else {
      list.run(device, identity);
      page.runPageAnnots(device, identity);
      page.runPageWidgets(device, identity);
    }
    device.close();
  } finally {
    device.destroy();
  }
}

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
