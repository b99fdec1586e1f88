import { text, type HandlerEvent } from "@reader/core/handler";
import { readComments } from "../document/comments.ts";
import { readPageFields } from "../document/page-fields.ts";
import { withPage } from "../document/with-page.ts";
import { markHidden } from "../judge/mark-hidden.ts";
import type { PageContent } from "../page-content.ts";
import { outsideText } from "../text/outside-text.ts";
import type { PDFPage } from "mupdf";
import { notePageFault } from "./engine-faults.ts";
import { wordsFor } from "./page-words.ts";
import { placeOf, type Reading } from "./reading.ts";
import type { PageStudy } from "./study-page.ts";

/**
 * The text of a page: its content, the fields of a form with their values, what readers wrote on it, and what the
 * text does not show. For a page that is shown as a picture only the fields and comments.
 */
export function textEvents(reading: Reading, study: PageStudy): readonly HandlerEvent[] {
  const at = placeOf(reading, study.number);
  const { before, after } = wordsFor(reading, study);
  if (study.view === "damaged") return [text(before, at)];
  try {
    return withPage(reading.pdf, study.number, (page) => {
      const { body, notices } = bodyOf(reading, study, page);
      const main = before + body + after;
      const sections = [main, ...extrasOf(reading, page)].filter((section) => section !== "");
      return [...notices, ...(sections.length === 0 ? [] : [text(sections.join("\n"), at)])];
    });
  } catch (error) {
    notePageFault(error);
    return [text("(this page is damaged and cannot be read)\n", at)];
  }
}

interface Body {
  readonly body: string;
  readonly notices: readonly HandlerEvent[];
}

function bodyOf(reading: Reading, { number, view, content }: PageStudy, page: PDFPage): Body {
  if (content === undefined) return { body: "", notices: [] };
  if (view === "image" || view === "blank") return bodyBeside(reading, { ...content, blocks: [] }, number);
  const marked = markHidden(reading.pdf.engine, page, content);
  const body = reading.writer.write({ content: marked, page, number });
  const notices = reading.hidden.ofPage(marked, placeOf(reading, number));
  return { body: withOutside(body, marked), notices };
}

/** Of a page that is shown as a picture, what the picture does not show. */
function bodyBeside(reading: Reading, content: PageContent, number: number): Body {
  const notices = reading.hidden.ofPage(content, placeOf(reading, number));
  return { body: outsideText(content), notices };
}

function withOutside(body: string, content: PageContent): string {
  const beside = outsideText(content);
  return body === "" || beside === "" ? body + beside : `${body}\n${beside}`;
}

/** Sections that stand after the content, with an empty line between them. */
function extrasOf({ hasForm }: Reading, page: PDFPage): readonly string[] {
  const fields = hasForm ? readPageFields(page) : [];
  const comments = readComments(page);
  return [fields.length === 0 ? "" : linesOf(["Form fields:", ...fields]), linesOf(comments)];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
