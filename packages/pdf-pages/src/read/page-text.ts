import { type HandlerEvent, notice, type Place, text } from "@reader/core/handler";
import { type LineBoxes, unrecognisedText } from "@reader/core/internal";
import type { PdfEvent } from "../document/pdf-job.ts";
import { markedContent } from "../layout/hidden-budget.ts";
import { outsideText } from "../layout/inline-text.ts";
import type { LineBoxesOf } from "../markdown/page-markdown.ts";
import type { Box, PageContent } from "../model/page-content.ts";
import type { PageModel } from "../model/page-model.ts";
import { markHidden } from "../quality/mark-hidden.ts";
import { withSoundFonts } from "../quality/sound-fonts.ts";
import type { PageInspection } from "./inspect-page.ts";
import { isUnrecognised, lostFontsNote, notesFor, withoutUnknownLines } from "./page-notes.ts";
import { placeOf, type Reading } from "./reading.ts";

/**
 * Returns the text of a page: its content, form fields with values, comments, and what the text does not show. For a
 * page shown as an image, only fields and comments.
 */
export async function textEvents(reading: Reading, inspection: PageInspection): Promise<readonly PdfEvent[]> {
  const at = placeOf(reading, inspection.number);
  const words = notesFor(reading, inspection);
  if (inspection.view === "damaged") return [text(words.before, at)];
  try {
    const isLost = inspection.verdict?.layer === "garbled" && reading.engine.hasLostFonts(inspection.number);
    const { before, after } = isLost ? { before: lostFontsNote, after: "" } : words;
    const { body, boxes, notices } = await bodyOf(reading, inspection);
    const main = before + (isLost ? withoutUnknownLines(body) : body) + after;
    const extras = await reading.engine.extras(inspection.number);
    if (!isLost && isForRecognition(reading, inspection)) {
      const { scannedPage } = await import("./scanned-page.ts");
      return [...notices, scannedPage(reading, { inspection, otherwise: main, body, extras })];
    }
    const sections = [main, ...extras].filter((section) => section !== "");
    const isImageOfText = !isLost && isUnrecognised(reading, inspection);
    const placed = placedBoxes(reading, inspection, { before, boxes, isLost });
    return [...notices, ...textOf(sections.join("\n"), { at, isImageOfText, boxes: placed })];
  } catch (error) {
    reading.engine.notePageFault(error);
    return [text("(this page is damaged and cannot be read)\n", at)];
  }
}

interface PageText {
  readonly at: Place;
  /** True if a recogniser would find text in the image of the page. */
  readonly isImageOfText: boolean;
  readonly boxes: LineBoxes | undefined;
}

function textOf(content: string, { at, isImageOfText, boxes }: PageText): readonly HandlerEvent[] {
  if (content === "") return [];
  const event = isImageOfText ? unrecognisedText(content, at) : text(content, at);
  return [boxes === undefined ? event : { ...event, boxes }];
}

interface BodyBoxes {
  /** What precedes the body in the text of the page. */
  readonly before: string;
  readonly boxes: LineBoxesOf | undefined;
  /** True if the text was changed because its fonts are lost. */
  readonly isLost: boolean;
}

/** Returns the places of the lines of a page, if they are wanted. */
function placedBoxes(
  { hasBoxes }: Reading,
  { page }: PageInspection,
  { before, boxes, isLost }: BodyBoxes,
): LineBoxes | undefined {
  if (!hasBoxes || isLost || page === undefined || boxes === undefined) return undefined;
  const { widthPt, heightPt } = page.content;
  const isOnSide = page.turned === 90 || page.turned === 270;
  const [width, height] = isOnSide ? [heightPt, widthPt] : [widthPt, heightPt];
  const first = before.split("\n").length;
  const lines = boxes().flatMap((each, index) =>
    each.map((box) => ({ line: first + index, box: rounded(turnedBack(box, page)) })),
  );
  return { unit: "pt", width, height, lines };
}

/** Returns a box on the page as it is displayed, of a page that was turned to be read. */
function turnedBack(box: Box, { turned, content: { widthPt, heightPt } }: PageModel): Box {
  const { x0, y0, x1, y1 } = box;
  switch (turned ?? 0) {
    case 90:
      return { x0: y0, x1: y1, y0: widthPt - x1, y1: widthPt - x0 };
    case 180:
      return { x0: widthPt - x1, x1: widthPt - x0, y0: heightPt - y1, y1: heightPt - y0 };
    case 270:
      return { x0: heightPt - y1, x1: heightPt - y0, y0: x0, y1: x1 };
    case 0:
      return box;
  }
}

/** A hundredth of a point is finer than any print. */
function rounded({ x0, y0, x1, y1 }: Box): Box {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) };
}

/** True for a page shown as text that has no sound text and is not blank. */
function isForRecognition({ canRecognise }: Reading, { view, verdict }: PageInspection): boolean {
  return canRecognise && view === "text" && verdict !== undefined && verdict.layer !== "sound";
}

interface Body {
  readonly body: string;
  /** Returns the boxes of its first lines; absent if it has none. */
  readonly boxes?: BodyBoxes["boxes"];
  readonly notices: readonly HandlerEvent[];
}

async function bodyOf(reading: Reading, inspection: PageInspection): Promise<Body> {
  const { number, view, page, verdict } = inspection;
  if (page === undefined) return { body: "", notices: [] };
  if (view === "image" || view === "blank") return bodyBeside(reading, { ...page.content, blocks: [] }, number);
  const marked = await markHidden(page);
  const rest = view === "text" && !isForRecognition(reading, inspection) ? "letters" : "nothing";
  const sound = withSoundFonts(marked, verdict?.soundFonts, rest);
  const { content: readable, marks, isOmitted } = markedContent(sound, reading.showsHidden);
  const { text: body, boxes } = await reading.writer.write({ page, content: readable, number });
  const hidden = reading.hidden.ofPage(marked, { at: placeOf(reading, number), isOmitted });
  const notices = [...cutNotice(reading, inspection), ...hidden];
  const sections = [body, marks].filter((section) => section !== "");
  return { body: sections.join("\n"), boxes, notices };
}

function cutNotice(reading: Reading, { number, page }: PageInspection): readonly HandlerEvent[] {
  if (page?.isShortened !== true) return [];
  const megabytes = reading.maxPageTextBytes / 1_000_000;
  const words = `This page has more text than the limit for one page: what follows is its first ${megabytes} MB.`;
  return [notice(words, placeOf(reading, number))];
}

/** Returns the text that the image of a page does not show. */
function bodyBeside(reading: Reading, content: PageContent, number: number): Body {
  const notices = reading.hidden.ofPage(content, { at: placeOf(reading, number), isOmitted: false });
  return { body: outsideText(content), notices };
}
