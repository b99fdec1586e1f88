import type { PageContent } from "../model/page-content.ts";
import type { PageQuality } from "../quality/page-quality.ts";
import type { PageInspection } from "./inspect-page.ts";
import type { Reading } from "./reading.ts";

/** An image covering a smaller share of the page is an ornament. */
const minImageShare = 0.02;

/** Lines before and after the text of a page about what the text lacks. */
export interface PageNotes {
  readonly before: string;
  readonly after: string;
}

const none: PageNotes = { before: "", after: "" };

/** For a page whose text and image are both unreliable. */
export const lostFontsNote =
  "(the text layer of this page is garbled, and fonts of it are missing in the file: its image shows wrong characters, too. Do not rely on either; lines without known characters are left out. An undamaged copy of the file would have them.)\n";

/** A line with a larger share of unknown characters is unreadable. */
const maxUnknownShare = 0.2;

/** Removes lines with unknown characters. */
export function withoutUnknownLines(body: string): string {
  const isKnown = (line: string): boolean => line.split("\uFFFD").length - 1 <= line.length * maxUnknownShare;
  return body
    .split("\n")
    .filter(isKnown)
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "");
}

const damageNote = "(the content of this page is damaged, and some of it is missing)\n";

/** Describes what a page shows that the answer does not, and what is missing in the page itself. */
export function notesFor(reading: Reading, inspection: PageInspection): PageNotes {
  const { before, after } = shownWords(reading, inspection);
  return { before, after: inspection.isBroken === true ? after + damageNote : after };
}

function shownWords(reading: Reading, inspection: PageInspection): PageNotes {
  const { view, verdict, page } = inspection;
  if (view === "blank") return { before: "(blank page)\n", after: "" };
  if (view === "damaged") return { before: "(this page is damaged and cannot be read)\n", after: "" };
  if (verdict === undefined || page === undefined) return none;
  if (view !== "text") return wordsBesideImage(inspection, verdict);
  if (isUnsound(verdict)) return { before: `(${layerNote(verdict)} ${readingHint(reading)})\n`, after: "" };
  if (verdict.layer === "partial") return { before: "", after: `(${layerNote(verdict)} ${readingHint(reading)})\n` };
  return { before: "", after: imageNote(reading, page.content) || drawingNote(reading, inspection) };
}

function wordsBesideImage({ view }: PageInspection, verdict: PageQuality): PageNotes {
  const isInPart = view === "both" && verdict.soundFonts !== undefined;
  return isInPart ? { before: `(${layerNote(verdict)})\n`, after: "" } : none;
}

/** True if nothing of a text layer is reliable. */
function isUnsound({ layer }: PageQuality): boolean {
  return layer === "none" || layer === "garbled";
}

/** Describes the problem of a text layer. */
export function layerNote({ layer, reason = "", soundFonts }: PageQuality): string {
  if (soundFonts !== undefined)
    return `the text layer of this page is garbled in part, and its symbols are left out. ${reason}`.trimEnd();
  if (layer === "partial")
    return "most of this page is an image of print, and its text layer has only a little of that.";
  return layer === "none"
    ? "this page has no text layer: it is an image."
    : `the text layer of this page is garbled, and what follows may be wrong. ${reason}`.trimEnd();
}

/** Describes how to see the page itself. */
export function imageHint({ limits }: Reading): string {
  return limits === undefined ? "You cannot see it." : 'Ask for view "image" to see it.';
}

/** Describes how to read a page without sound text. */
function readingHint(reading: Reading): string {
  if (reading.canRecognise) return imageHint(reading);
  return `${imageHint(reading)} The package @reader/ocr would recognise its text: \`npm install @reader/ocr\`.`;
}

/** True if the notes of a page say that a recogniser would find its text. */
export function isUnrecognised({ canRecognise }: Reading, { view, verdict, page }: PageInspection): boolean {
  if (canRecognise || view !== "text" || verdict === undefined || page === undefined) return false;
  return verdict.layer !== "sound";
}

function drawingNote(reading: Reading, { hasDrawing }: PageInspection): string {
  return hasDrawing === true ? `(a drawing on this page is not shown. ${imageHint(reading)})\n` : "";
}

function imageNote(reading: Reading, { images, widthPt, heightPt }: PageContent): string {
  const area = widthPt * heightPt;
  const imageCount = images.filter(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) >= area * minImageShare).length;
  if (imageCount === 0) return "";
  const words = imageCount === 1 ? "an image on this page is" : `${imageCount} images on this page are`;
  return `(${words} not shown. ${imageHint(reading).replace("it.", imageCount === 1 ? "it." : "them.")})\n`;
}

/** Annotation types without text by the reader. */
export const silentTypes: ReadonlySet<string> = new Set([
  "Link",
  "Widget",
  "Popup",
  "PrinterMark",
  "TrapNet",
  "Watermark",
]);

/** Words for annotation types that are not words themselves. */
export const kindLabels: Readonly<Record<string, string>> = {
  Text: "comment",
  FreeText: "text box",
  StrikeOut: "strike-out",
  FileAttachment: "attachment",
  PolyLine: "line",
  Redact: "redaction mark",
  RichMedia: "media",
  "3D": "3D model",
};

/** Joins lines to a section. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
