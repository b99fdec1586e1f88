import type { DisplayList, PDFPage, StructuredText } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../engine/engine.ts";
import type { FlatPage } from "../../model/spans.ts";
import { readVectors, type Vector } from "../../model/vectors.ts";
import type { FastPage, FastPages } from "../fast-path/fast-pages.ts";
import { contentBytes } from "../prepare/prepare-page.ts";
import { insideOfPage, type NestingCallbacks, recordPage } from "./painting-state.ts";

/** What a page paints. Each use costs as much as the text of the page, or little if it was recorded. */
export interface Painting {
  readonly engine: PdfEngine;
  /** The page, valid while it is loaded. */
  readonly page: PDFPage;
  /** Returns the text of the page, to be freed by the caller. Throws what the engine throws. */
  readonly structuredText: (options: string) => StructuredText;
  /** Reports everything painted, including annotations and fields. Throws what the engine throws. */
  readonly run: (callbacks: NestingCallbacks) => void;
  /** The result of the fast path; absent if the page is unsupported or not verified yet. */
  readonly fast?: FastPage;
  /** Passes the engine's result on for verification of the fast path. */
  readonly learn: (flat: FlatPage) => void;
  /** Returns the vectors, read once. Throws what the engine throws. */
  readonly vectors: () => readonly Vector[];
}

/** What is known about the painting of a page, independent of the loaded page. */
interface KnownPainting {
  /** The result of the fast path. */
  readonly fast?: FastPage;
  /** The recording; absent if each use reads the page. */
  readonly list?: DisplayList;
  vectors?: readonly Vector[];
  /** Receives the engine's result; absent if it is not needed. */
  readonly learn?: (flat: FlatPage) => void;
  /** True if the page was used again after its text was read. */
  wasSeenAgain: boolean;
}

/** Returns the painting of a loaded page. `known` stores the findings. */
export function paintingOf(engine: PdfEngine, page: PDFPage, known: KnownPainting = { wasSeenAgain: false }): Painting {
  const { fast, learn = nothing } = known;
  const structuredText = (options: string): StructuredText => (known.list ?? page).toStructuredText(options);
  return {
    engine,
    page,
    structuredText,
    learn,
    ...(fast === undefined ? {} : { fast }),
    run(callbacks) {
      known.wasSeenAgain = true;
      runOn({ engine, page, list: known.list }, callbacks);
    },
    vectors() {
      if (fast?.vectors !== undefined) return fast.vectors;
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

/** The paintings of one document whose pages are used more than once. Keeps the painting of one page. */
export interface Paintings {
  /** Starts with a page, numbered from 1, and forgets the one before. */
  readonly begin: (page: PDFPage, number: number) => Painting;
  /** Returns the painting of a page, with what is known about it if it is the current one. */
  readonly of: (page: PDFPage, number: number) => Painting;
  /** Frees what is kept. */
  readonly end: () => void;
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

/** Creates an empty store. `fastPages` returns the fast path, if it is active. */
export function createPaintings(engine: PdfEngine, fastPages: () => FastPages | undefined = never): Paintings {
  let kept: (KnownPainting & { readonly number: number }) | undefined;
  let unusedFor = rememberedPages;
  const forget = (): void => {
    if (kept !== undefined) unusedFor = kept.wasSeenAgain ? 0 : unusedFor + 1;
    kept?.list?.destroy();
    kept = undefined;
  };
  const beginning = (page: PDFPage): Pick<KnownPainting, "fast" | "list" | "learn"> => {
    const pages = fastPages();
    const fast = pages?.read(page);
    if (fast !== undefined) return { fast };
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

/** A page that cannot be recorded may still be readable. */
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
