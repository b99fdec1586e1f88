import { type HandlerEvent, notice, type Place, text } from "@reader/core/handler";
import { unrecognisedText } from "@reader/core/internal";
import type { PdfEvent } from "../document/pdf-job.ts";
import { markedContent } from "../layout/hidden-budget.ts";
import { outsideText } from "../layout/inline-text.ts";
import type { PageContent } from "../model/page-content.ts";
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
    const { body, notices } = await bodyOf(reading, inspection);
    const main = before + (isLost ? withoutUnknownLines(body) : body) + after;
    const extras = await reading.engine.extras(inspection.number);
    if (!isLost && isForRecognition(reading, inspection)) {
      const { scannedPage } = await import("./scanned-page.ts");
      return [...notices, scannedPage(reading, { inspection, otherwise: main, body, extras })];
    }
    const sections = [main, ...extras].filter((section) => section !== "");
    const isImageOfText = !isLost && isUnrecognised(reading, inspection);
    return [...notices, ...textOf(sections.join("\n"), { at, isImageOfText })];
  } catch (error) {
    reading.engine.notePageFault(error);
    return [text("(this page is damaged and cannot be read)\n", at)];
  }
}

interface PageText {
  readonly at: Place;
  /** True if a recogniser would find text in the image of the page. */
  readonly isImageOfText: boolean;
}

function textOf(content: string, { at, isImageOfText }: PageText): readonly HandlerEvent[] {
  if (content === "") return [];
  return [isImageOfText ? unrecognisedText(content, at) : text(content, at)];
}

/** True for a page shown as text that has no sound text and is not blank. */
function isForRecognition({ canRecognise }: Reading, { view, verdict }: PageInspection): boolean {
  return canRecognise && view === "text" && verdict !== undefined && verdict.layer !== "sound";
}

interface Body {
  readonly body: string;
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
  const body = await reading.writer.write({ page, content: readable, number });
  const hidden = reading.hidden.ofPage(marked, { at: placeOf(reading, number), isOmitted });
  const notices = [...cutNotice(reading, inspection), ...hidden];
  const sections = [body, marks].filter((section) => section !== "");
  return { body: sections.join("\n"), notices };
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
