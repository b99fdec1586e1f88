import { notice, text, type HandlerEvent } from "@reader/core/handler";
import { readComments } from "../../document/comments.ts";
import { hasLostFonts } from "../../quality/lost-fonts.ts";
import type { PdfEvent } from "../../document/pdf-job.ts";
import { maxPageTextBytes } from "../../extract/prepare/shorten-page.ts";
import { withPageWaiting } from "../../document/with-page.ts";
import { markHidden } from "../../quality/mark-hidden.ts";
import type { PageContent } from "../../model/page-content.ts";
import { outsideText, withoutTiny } from "../../layout/outside-text.ts";
import type { PDFPage } from "mupdf";
import { notePageFault } from "../../engine/engine-faults.ts";
import { lostFontsWords, withoutUnknownLines, wordsFor } from "./page-words.ts";
import { placeOf, type Reading } from "./reading.ts";
import type { PageStudy } from "./study-page.ts";

/**
 * The text of a page: its content, the fields of a form with their values, what readers wrote on it, and what the
 * text does not show. For a page that is shown as a picture only the fields and comments.
 */
export async function textEvents(reading: Reading, study: PageStudy): Promise<readonly PdfEvent[]> {
  const at = placeOf(reading, study.number);
  const words = wordsFor(reading, study);
  if (study.view === "damaged") return [text(words.before, at)];
  try {
    return await withPageWaiting(reading.pdf, study.number, async (page) => {
      const isLost = study.verdict?.layer === "garbled" && hasLostFonts(page);
      const { before, after } = isLost ? { before: lostFontsWords, after: "" } : words;
      const { body, notices } = await bodyOf(reading, study, page);
      const main = before + (isLost ? withoutUnknownLines(body) : body) + after;
      const extras = await extrasOf(reading, page);
      if (!isLost && isForRecognition(reading, study)) {
        const { scannedPage } = await import("./scanned-page.ts");
        return [...notices, scannedPage(reading, { study, page, otherwise: main, body, extras })];
      }
      const sections = [main, ...extras].filter((section) => section !== "");
      return [...notices, ...(sections.length === 0 ? [] : [text(sections.join("\n"), at)])];
    });
  } catch (error) {
    notePageFault(error);
    return [text("(this page is damaged and cannot be read)\n", at)];
  }
}

/** A page that is shown as text, has none that is sound, and is no empty sheet. */
function isForRecognition({ canRecognise }: Reading, { view, verdict }: PageStudy): boolean {
  return canRecognise && view === "text" && verdict !== undefined && verdict.layer !== "sound";
}

interface Body {
  readonly body: string;
  readonly notices: readonly HandlerEvent[];
}

async function bodyOf(reading: Reading, study: PageStudy, page: PDFPage): Promise<Body> {
  const { number, view, content } = study;
  if (content === undefined) return { body: "", notices: [] };
  if (view === "image" || view === "blank") return bodyBeside(reading, { ...content, blocks: [] }, number);
  const painting = reading.paintings.of(page, number);
  const marked = await markHidden(painting, content);
  const { content: readable, tiny } = withoutTiny(marked);
  const body = await reading.writer.write({ content: readable, page, painting, number });
  const notices = [...cutNotice(reading, study), ...reading.hidden.ofPage(marked, placeOf(reading, number))];
  const sections = [body, tiny + outsideText(marked)].filter((section) => section !== "");
  return { body: sections.join("\n"), notices };
}

function cutNotice(reading: Reading, { number, isShortened }: PageStudy): readonly HandlerEvent[] {
  if (isShortened !== true) return [];
  const megabytes = maxPageTextBytes / 1_000_000;
  const words = `This page has more text than can be read of one page: what follows is its first ${megabytes} MB.`;
  return [notice(words, placeOf(reading, number))];
}

/** Of a page that is shown as a picture, what the picture does not show. */
function bodyBeside(reading: Reading, content: PageContent, number: number): Body {
  const notices = reading.hidden.ofPage(content, placeOf(reading, number));
  return { body: outsideText(content), notices };
}

/** Sections that stand after the content, with an empty line between them. */
async function extrasOf({ hasForm }: Reading, page: PDFPage): Promise<readonly string[]> {
  const fields = hasForm ? (await import("../../document/page-fields.ts")).readPageFields(page) : [];
  const comments = readComments(page);
  return [fields.length === 0 ? "" : linesOf(["Form fields:", ...fields]), linesOf(comments)];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
