import type { PageVerdict } from "../../quality/judge-page.ts";
import type { PageContent } from "../../model/page-content.ts";
import type { PageStudy } from "./study-page.ts";
import type { Reading } from "./reading.ts";

/** An image covering a smaller share of the page is an ornament. */
const minPictureShare = 0.02;

/** Lines before and after the text of a page about what the text lacks. */
export interface PageWords {
  readonly before: string;
  readonly after: string;
}

const none: PageWords = { before: "", after: "" };

/** For a page whose text and image are both unreliable. */
export const lostFontsWords =
  "(the text layer of this page is garbled, and fonts of it are missing in the file: its picture shows wrong characters, too. Do not rely on either; lines without known characters are left out. An undamaged copy of the file would have them.)\n";

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

const brokenWords = "(the content of this page is damaged, and some of it is missing)\n";

/** Describes what a page shows that the answer does not, and what is missing in the page itself. */
export function wordsFor(reading: Reading, study: PageStudy): PageWords {
  const { before, after } = shownWords(reading, study);
  return { before, after: study.isBroken === true ? after + brokenWords : after };
}

function shownWords(reading: Reading, study: PageStudy): PageWords {
  const { view, verdict, content } = study;
  if (view === "blank") return { before: "(blank page)\n", after: "" };
  if (view === "damaged") return { before: "(this page is damaged and cannot be read)\n", after: "" };
  if (view !== "text" || verdict === undefined || content === undefined) return none;
  if (isUnsound(verdict)) return { before: `(${layerWords(verdict)} ${readingWords(reading)})\n`, after: "" };
  if (verdict.layer === "partial") return { before: "", after: `(${layerWords(verdict)} ${readingWords(reading)})\n` };
  return { before: "", after: pictureWords(reading, content) || drawingWords(reading, study) };
}

/** True if nothing of a text layer is reliable. */
function isUnsound({ layer }: PageVerdict): boolean {
  return layer === "none" || layer === "garbled";
}

/** Describes the problem of a text layer. */
export function layerWords({ layer, reason = "" }: PageVerdict): string {
  if (layer === "partial") return "most of this page is a picture of print, of which its text layer has only a little.";
  return layer === "none"
    ? "this page has no text layer: it is a picture."
    : `the text layer of this page is garbled, and what follows may be wrong. ${reason}`.trimEnd();
}

/** Describes how to see the page itself. */
export function sightWords({ limits }: Reading): string {
  return limits === undefined ? "You cannot see it." : 'Ask for view "image" to see it.';
}

/** Describes how to read a page without sound text. */
function readingWords(reading: Reading): string {
  if (reading.canRecognise) return sightWords(reading);
  return `${sightWords(reading)} The package @reader/ocr would recognise its text.`;
}

function drawingWords(reading: Reading, { hasDrawing }: PageStudy): string {
  return hasDrawing === true ? `(a drawing on this page is not shown. ${sightWords(reading)})\n` : "";
}

function pictureWords(reading: Reading, { images, widthPt, heightPt }: PageContent): string {
  const area = widthPt * heightPt;
  const pictures = images.filter(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) >= area * minPictureShare).length;
  if (pictures === 0) return "";
  const words = pictures === 1 ? "a picture on this page is" : `${pictures} pictures on this page are`;
  return `(${words} not shown. ${sightWords(reading).replace("it.", pictures === 1 ? "it." : "them.")})\n`;
}
