import type { PageModel } from "../model/page-model.ts";
import { assessPage, hasDrawing, type PageQuality } from "../quality/page-quality.ts";
import { qualityChecksOf } from "../quality/quality-checks.ts";
import type { Reading } from "./reading.ts";

/** How a page is shown. */
type PageView = "text" | "image" | "both" | "blank" | "damaged";

/** A page before it is shown. */
export interface PageInspection {
  readonly number: number;
  readonly view: PageView;
  /** Absent if the page cannot be read, or is shown without reading it. */
  readonly page?: PageModel;
  readonly verdict?: PageQuality;
  /** True if it is mainly a drawing; absent if not checked. */
  readonly hasDrawing?: boolean;
  /** True if some of its content is lost or damaged. */
  readonly isBroken?: boolean;
}

/** Minimum share of images from which the text alone is not enough. */
const minFigureShare = 0.5;

/**
 * Maximum stored content of pages that are read only to rotate their image. Larger content may exceed the text limit
 * and would be cut.
 */
const maxBytesToTurn = 128 * 1024;

/** Reads a page and decides how to show it. Throws only if the engine broke. */
export function inspectPage(reading: Reading, number: number): PageInspection {
  if (reading.view === "image" && reading.limits !== undefined) {
    turnUpright(reading, number);
    return { number, view: "image" };
  }
  const page = reading.pages.read(number);
  if (page === undefined) return { number, view: "damaged" };
  try {
    return inspectModel(reading, page, number);
  } catch (error) {
    reading.engine.notePageFault(error);
    return { number, view: "damaged" };
  }
}

/**
 * Rotates a page whose text is sideways, for a page shown only as an image. Reading its text takes a small part of the
 * drawing time, unless it has too much content.
 */
export function turnUpright({ engine, pages }: Reading, number: number): void {
  try {
    if (engine.contentBytes(number) <= maxBytesToTurn) pages.read(number);
  } catch (error) {
    engine.notePageFault(error);
  }
}

function inspectModel(reading: Reading, page: PageModel, number: number): PageInspection {
  const { engine } = reading;
  const verdict = assessPage(page.content, qualityChecksOf(page));
  const mayBeBlank = verdict.layer === "none" && verdict.figureShare < minFigureShare;
  const isBlank = mayBeBlank && engine.isBlank(number);
  const isBroken = engine.isBroken(number, isBlank);
  if (isBlank) return isBroken ? { number, view: "damaged" } : { number, view: "blank", page, verdict };
  const isDrawn = verdict.layer === "sound" && hasDrawing(page);
  return { number, view: viewOf(reading, verdict, isDrawn), page, verdict, hasDrawing: isDrawn, isBroken };
}

function viewOf(
  { view, limits }: Reading,
  { layer, figureShare, soundFonts }: PageQuality,
  isDrawn: boolean,
): PageView {
  if (view === "text" || limits === undefined) return "text";
  if (soundFonts !== undefined) return "both";
  if (layer === "none" || layer === "garbled") return "image";
  return layer === "partial" || figureShare >= minFigureShare || isDrawn ? "both" : "text";
}
