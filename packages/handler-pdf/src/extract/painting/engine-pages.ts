import type { DisplayList, PDFDocument, PDFPage, StructuredText } from "mupdf";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../engine/engine.ts";
import { nameGlyphs } from "../prepare/name-glyphs.ts";
import { contentBytes, shortenPage } from "../prepare/prepare-page.ts";
import type { NestingCallbacks } from "./paint-log.ts";

/**
 * Keeps spans to separate styles, structure for the tags, and vectors to know whether there are any; none of them costs
 * measurable time. Text that is clipped or outside the page is included because it may be hidden there.
 */
export const stextOptions = "preserve-whitespace,preserve-spans,preserve-images,structured,vectors,clip=no";

/** A loaded page of the engine. Each use costs as much as the text of the page, or little if it was recorded. */
export interface EnginePage {
  readonly engine: PdfEngine;
  readonly document: PDFDocument;
  /** Valid until it is released. */
  readonly page: PDFPage;
  /** Returns whether its text exceeds the limit per page and was cut. */
  readonly isShortened: () => boolean;
  /** Returns the text of the page with its spans, to be freed by the caller. Throws what the engine throws. */
  readonly text: () => StructuredText;
  /** Returns other text of a page whose text was read. */
  readonly structuredText: (options: string) => StructuredText;
  /** Reports everything painted, including annotations and fields. Throws what the engine throws. */
  readonly run: (callbacks: NestingCallbacks) => void;
}

/** The pages of one document that are in use. */
export interface EnginePages {
  /** Returns a page, numbered from 1. Loads it once until it is released. Throws what the engine throws. */
  readonly open: (number: number) => EnginePage;
  /**
   * Called before the engine reads a page: cuts its text at the limit, and records what it paints if that may be used
   * again. The fast path leaves pages with so much text to the engine.
   */
  readonly prepare: (number: number) => void;
  /** Rotates a page clockwise, in memory and until the document is closed. It must be opened again. */
  readonly rotate: (number: number, degrees: number) => void;
  /** Frees a page. */
  readonly release: (number: number) => void;
  /** Frees all pages. */
  readonly end: () => void;
}

/** A page in use. */
interface KnownPage {
  readonly page: PDFPage;
  isShortened: boolean;
  /** The recording; absent if each use reads the page. */
  list?: DisplayList | undefined;
  /** True if what the page paints was used besides its text. */
  wasSeenAgain: boolean;
  /** The page as its readers use it; absent until it is opened. */
  opened?: EnginePage;
}

/**
 * Recording a page costs a tenth of the time of its text and saves two thirds of every further use. Pages of a document
 * are alike, so a page is recorded if one of this many pages before it was used again.
 */
const rememberedPages = 8;

/**
 * Stored content size from which a page is not recorded: it is a map or drawing whose recording would take too much
 * memory.
 */
const maxRecordedBytes = 1_000_000;

/** Creates a store without pages. At most one page has a recording. */
export function createEnginePages(pdf: OpenedPdf): EnginePages {
  const { engine, document, pages } = pdf;
  const known = new Map<number, KnownPage>();
  let recorded: KnownPage | undefined;
  let unusedFor = rememberedPages;
  const load = (number: number): KnownPage => {
    const page = pages.load(number);
    nameGlyphs(document, page);
    return { page, isShortened: false, wasSeenAgain: false };
  };
  const forgetRecording = (): void => {
    recorded?.list?.destroy();
    if (recorded !== undefined) recorded.list = undefined;
    recorded = undefined;
  };
  const release = (number: number): void => {
    const one = known.get(number);
    if (one !== undefined) unusedFor = one.wasSeenAgain ? 0 : unusedFor + 1;
    if (one === recorded) forgetRecording();
    known.delete(number);
    pages.release(number);
  };
  return {
    open(number) {
      let one = known.get(number);
      if (one === undefined) known.set(number, (one = load(number)));
      return (one.opened ??= enginePageOf({ engine, document }, one));
    },
    prepare(number) {
      const one = known.get(number);
      if (one === undefined) return;
      one.isShortened ||= shortenPage(document, one.page);
      if (unusedFor >= rememberedPages) return;
      forgetRecording();
      one.list = recordingOf(engine, one.page);
      recorded = one;
    },
    rotate(number, degrees) {
      const one = known.get(number);
      if (one === undefined) return;
      if (one === recorded) forgetRecording();
      rotatePage(one.page, degrees);
      known.set(number, { page: pages.reload(number), isShortened: one.isShortened, wasSeenAgain: false });
    },
    release,
    end() {
      for (const number of known.keys()) release(number);
    },
  };
}

/** Returns a loaded page for reading. `known` receives whether it was used again. */
export function enginePageOf(
  { engine, document }: Pick<OpenedPdf, "engine" | "document">,
  known: KnownPage,
): EnginePage {
  const { page } = known;
  const read = (options: string): StructuredText => (known.list ?? page).toStructuredText(options);
  return {
    engine,
    document,
    page,
    isShortened: () => known.isShortened,
    text: () => withoutProfiles(engine, () => read(stextOptions)),
    structuredText(options) {
      known.wasSeenAgain = true;
      return read(options);
    },
    run(callbacks) {
      known.wasSeenAgain = true;
      runOn({ engine, page, list: known.list }, callbacks);
    },
  };
}

/**
 * Disables colour management, which takes 20 ms to set up and is not needed for text. Later drawing still has exact
 * colours: profiles are loaded then.
 */
function withoutProfiles<Value>(engine: PdfEngine, use: () => Value): Value {
  engine.disableICC();
  try {
    return use();
  } finally {
    engine.enableICC();
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

/** A page that cannot be recorded may still be readable. */
function recordingOf(engine: PdfEngine, page: PDFPage): DisplayList | undefined {
  if (contentBytes(page) > maxRecordedBytes) return undefined;
  try {
    return recordPage(engine, page);
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return undefined;
  }
}

/** Beyond any page, in points, so that the tile around a page does not repeat. */
const tileStepPt = 200_000;

/**
 * Records what page content paints, so that it need not be decoded and interpreted again. On replay, the engine omits
 * what is invisible, such as clipped content, except inside tiles, so the page is recorded as a tile. The replay then
 * equals the page exactly. Throws what the engine throws for a damaged page.
 */
export function recordPage(engine: PdfEngine, page: PDFPage): DisplayList {
  const bounds = page.getBounds();
  const list = new engine.DisplayList(bounds);
  try {
    const device = new engine.DisplayListDevice(list);
    try {
      device.beginTile(bounds, bounds, tileStepPt, tileStepPt, engine.Matrix.identity, 0, 0);
      page.runPageContents(device, engine.Matrix.identity);
      device.endTile();
      device.close();
    } finally {
      device.destroy();
    }
    return list;
  } catch (error) {
    list.destroy();
    throw error;
  }
}

/** Returns the callbacks for a recording, which must enter the tile around the page whatever they do with tiles. */
function insideOfPage(callbacks: NestingCallbacks): NestingCallbacks {
  let isPage = true;
  const beginTile = (): number => {
    const isKnown = isPage ? 0 : callbacks.beginTile();
    isPage = false;
    return isKnown;
  };
  return { ...callbacks, beginTile };
}

/** The page must be loaded again: its links and annotations keep their places. */
function rotatePage(page: PDFPage, degrees: number): void {
  const object = page.getObject();
  try {
    const inherited = object.getInheritable("Rotate");
    const before = inherited.isNumber() ? inherited.asNumber() : 0;
    inherited.destroy();
    object.put("Rotate", (((before + degrees) % 360) + 360) % 360);
  } finally {
    object.destroy();
  }
}
