import { type HandlerEvent, notice, type Place, text } from "@reader/core/handler";
import { unrecognisedText } from "@reader/core/internal";
import { inlineMark } from "@reader/core/render";
import type { PDFAnnotation, PDFPage } from "mupdf";
import type { PdfEvent } from "../../document/pdf-job.ts";
import { countEngineFailure, notePageFault } from "../../engine/engine.ts";
import { mapArray, oneLine, textAt, withObject } from "../../engine/pdf-objects.ts";
import { hasLostFonts } from "../../extract/page/page-damage.ts";
import { maxPageTextBytes } from "../../extract/prepare/prepare-page.ts";
import { markedContent, outsideText } from "@reader/pdf-pages/markdown";
import type { PageContent } from "@reader/pdf-pages";
import { markHidden } from "@reader/pdf-pages/quality";
import { isUnrecognised, lostFontsNote, withoutUnknownLines, notesFor } from "./page-notes.ts";
import { placeOf, type Reading } from "./reading.ts";
import type { PageInspection } from "./inspect-page.ts";

/**
 * Returns the text of a page: its content, form fields with values, comments, and what the text does not show. For a
 * page shown as an image, only fields and comments.
 */
export async function textEvents(reading: Reading, inspection: PageInspection): Promise<readonly PdfEvent[]> {
  const at = placeOf(reading, inspection.number);
  const words = notesFor(reading, inspection);
  if (inspection.view === "damaged") return [text(words.before, at)];
  try {
    const page = reading.pdf.pages.load(inspection.number);
    const isLost = inspection.verdict?.layer === "garbled" && hasLostFonts(page);
    const { before, after } = isLost ? { before: lostFontsNote, after: "" } : words;
    const { body, notices } = await bodyOf(reading, inspection);
    const main = before + (isLost ? withoutUnknownLines(body) : body) + after;
    const extras = await extrasOf(reading, page);
    if (!isLost && isForRecognition(reading, inspection)) {
      const { scannedPage } = await import("./scanned-page.ts");
      return [...notices, scannedPage(reading, { inspection, page, otherwise: main, body, extras })];
    }
    const sections = [main, ...extras].filter((section) => section !== "");
    const isImageOfText = !isLost && isUnrecognised(reading, inspection);
    return [...notices, ...textOf(sections.join("\n"), { at, isImageOfText })];
  } catch (error) {
    notePageFault(error);
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
  const { number, view, page } = inspection;
  if (page === undefined) return { body: "", notices: [] };
  if (view === "image" || view === "blank") return bodyBeside(reading, { ...page.content, blocks: [] }, number);
  const marked = await markHidden(page);
  const { content: readable, marks, isOmitted } = markedContent(marked, reading.showsHidden);
  const body = await reading.writer.write({ page, content: readable, number });
  const notices = [
    ...cutNotice(reading, inspection),
    ...reading.hidden.ofPage(marked, { at: placeOf(reading, number), isOmitted }),
  ];
  const sections = [body, marks].filter((section) => section !== "");
  return { body: sections.join("\n"), notices };
}

function cutNotice(reading: Reading, { number, page }: PageInspection): readonly HandlerEvent[] {
  if (page?.isShortened !== true) return [];
  const megabytes = maxPageTextBytes / 1_000_000;
  const words = `This page has more text than the limit for one page: what follows is its first ${megabytes} MB.`;
  return [notice(words, placeOf(reading, number))];
}

/** Returns the text that the image of a page does not show. */
function bodyBeside(reading: Reading, content: PageContent, number: number): Body {
  const notices = reading.hidden.ofPage(content, { at: placeOf(reading, number), isOmitted: false });
  return { body: outsideText(content), notices };
}

/** Returns sections after the content, separated by empty lines. */
async function extrasOf({ hasForm }: Reading, page: PDFPage): Promise<readonly string[]> {
  const fields = hasForm ? (await import("../../document/filled-fields.ts")).readPageFields(page) : [];
  const comments = readComments(page);
  return [fields.length === 0 ? "" : linesOf(["Form fields:", ...fields]), linesOf(comments)];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Annotation types without text by the reader. */
const silentTypes: ReadonlySet<string> = new Set(["Link", "Widget", "Popup", "PrinterMark", "TrapNet", "Watermark"]);

const kindLabels: Readonly<Record<string, string>> = {
  Text: "comment",
  FreeText: "text box",
  StrikeOut: "strike-out",
  FileAttachment: "attachment",
  PolyLine: "line",
  Redact: "redaction mark",
  RichMedia: "media",
  "3D": "3D model",
};

const maxAnnotationsOfPage = 1000;
const maxCommentCharacters = 5000;

/**
 * Returns the comments on a page, one line each: `[comment · Ada · 2024-01-31: Is this right?]`. Skips annotations
 * without text, which the image of the page shows.
 */
function readComments(page: PDFPage): readonly string[] {
  // Most pages have none, and loading annotations costs more than this check.
  if (!mayHaveComments(page)) return [];
  const annotations = page.getAnnotations().slice(0, maxAnnotationsOfPage);
  return annotations.flatMap((annotation) => commentOf(annotation) ?? []);
}

function mayHaveComments(page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const isSpoken = withObject(object, ["Annots"], (list) =>
      mapArray(list, maxAnnotationsOfPage, (entry) => !silentTypes.has(textAt(entry, "Subtype") ?? "Link")),
    );
    return isSpoken?.includes(true) ?? false;
  } finally {
    object.destroy();
  }
}

function commentOf(annotation: PDFAnnotation): string | undefined {
  try {
    const type = annotation.getType();
    const words = silentTypes.has(type) ? [] : wordsOf(annotation, type).filter((each) => each !== "");
    if (words.length === 0) return undefined;
    const author = annotation.hasAuthor() ? oneLine(annotation.getAuthor()) : "";
    const kind = kindLabels[type] ?? type.toLowerCase();
    return inlineMark(kind, [author], words);
  } catch (error) {
    countEngineFailure(error);
    return undefined;
  }
}

function wordsOf(annotation: PDFAnnotation, type: string): readonly string[] {
  const contents = oneLine(annotation.getContents(), maxCommentCharacters);
  // Only this line says how to read the file. The notice of a read lists only the files of the whole document.
  if (type === "FileAttachment") return [fileNameOf(annotation), contents, "select it to read it"];
  return [contents === "" && type === "FreeText" ? shownWords(annotation) : contents];
}

/** A text box shows text even if its contents are empty. */
function shownWords(annotation: PDFAnnotation): string {
  const list = annotation.toDisplayList();
  try {
    const text = list.toStructuredText("");
    try {
      return oneLine(text.asText(), maxCommentCharacters);
    } finally {
      text.destroy();
    }
  } finally {
    list.destroy();
  }
}

function fileNameOf(annotation: PDFAnnotation): string {
  const object = annotation.getObject();
  try {
    return oneLine(textAt(object, "FS", "UF") ?? textAt(object, "FS", "F") ?? "");
  } finally {
    object.destroy();
  }
}
