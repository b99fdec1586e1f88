import type { PDFPage } from "mupdf";
import { withPage } from "../../document/opened-pdf.ts";
import { notePageFault, streamFaults } from "../../engine/engine.ts";
import { extractContent } from "../../extract/extract-page.ts";
import { contentBytes, preparePage } from "../../extract/prepare/prepare-page.ts";
import type { PageContent } from "../../model/page-content.ts";
import { hasDrawing } from "../../quality/has-drawing.ts";
import { assessPage, type PageQuality } from "../../quality/page-quality.ts";
import { qualityChecksOf } from "../../quality/quality-checks.ts";
import { hasBrokenContent } from "../../quality/page-damage.ts";
import { isBlankPage } from "../../render/render-page.ts";
import type { Reading } from "./reading.ts";

/** How a page is shown. */
type PageView = "text" | "image" | "both" | "blank" | "damaged";

/** A page before it is shown. */
export interface PageInspection {
  readonly number: number;
  readonly view: PageView;
  /** Absent if the page cannot be read. */
  readonly content?: PageContent;
  readonly verdict?: PageQuality;
  /** True if it is mainly a drawing; absent if not checked. */
  readonly hasDrawing?: boolean;
  /** True if its text exceeds the limit per page. */
  readonly isShortened?: boolean;
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
  const { pdf } = reading;
  try {
    if (reading.view === "image" && reading.limits !== undefined) return uprightImage(reading, number);
    const { content, isShortened } = uprightContent(reading, number);
    const inspection = withPage(pdf, number, (page) => inspectContent(reading, { page, number, content }));
    return isShortened ? { ...inspection, isShortened } : inspection;
  } catch (error) {
    notePageFault(error);
    return { number, view: "damaged" };
  }
}

/**
 * For a page shown only as an image: reads its text to find which side is up, which takes a small part of the drawing
 * time.
 */
function uprightImage(reading: Reading, number: number): PageInspection {
  turnUpright(reading, number);
  return { number, view: "image" };
}

/** Rotates a page whose text is sideways, unless it has too much content to read for that. */
export function turnUpright(reading: Reading, number: number): void {
  try {
    const bytes = withPage(reading.pdf, number, contentBytes);
    if (bytes <= maxBytesToTurn) uprightContent(reading, number);
  } catch (error) {
    notePageFault(error);
  }
}

/** Returns the content of a page. A page with sideways text is rotated, for its image and its text. */
function uprightContent({ pdf, paintings }: Reading, number: number): UprightContent {
  const extract = (page: PDFPage): PageContent => extractContent(paintings.begin(page, number));
  const { content, isShortened } = withPage(pdf, number, (page) => {
    const isCut = preparePage(pdf.document, page);
    const first = extract(page);
    if (first.rotation !== undefined) rotatePage(page, first.rotation);
    return { content: first, isShortened: isCut };
  });
  return { content: content.rotation === undefined ? content : withPage(pdf, number, extract), isShortened };
}

interface UprightContent {
  readonly content: PageContent;
  /** True if its text exceeds the limit. */
  readonly isShortened: boolean;
}

interface ReadPage {
  readonly page: PDFPage;
  readonly number: number;
  readonly content: PageContent;
}

function inspectContent(reading: Reading, { page, number, content }: ReadPage): PageInspection {
  const looks = qualityChecksOf(() => reading.paintings.of(page, number), content);
  const verdict = assessPage(content, looks);
  const mayBeBlank = verdict.layer === "none" && verdict.figureShare < minFigureShare;
  const isBlank = mayBeBlank && isBlankPage(reading.pdf.engine, page);
  const isBroken = (isBlank || streamFaults() > reading.faultsBefore) && hasBrokenContent(page);
  if (isBlank) return isBroken ? { number, view: "damaged" } : { number, view: "blank", content, verdict };
  const isDrawn = verdict.layer === "sound" && hasDrawing(reading.paintings.of(page, number), content);
  return { number, view: viewOf(reading, verdict, isDrawn), content, verdict, hasDrawing: isDrawn, isBroken };
}

function viewOf({ view, limits }: Reading, { layer, figureShare }: PageQuality, isDrawn: boolean): PageView {
  if (view === "text" || limits === undefined) return "text";
  if (layer === "none" || layer === "garbled") return "image";
  return layer === "partial" || figureShare >= minFigureShare || isDrawn ? "both" : "text";
}

/** Rotates a page clockwise, in memory and until the document is closed. The page must be loaded again. */
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
