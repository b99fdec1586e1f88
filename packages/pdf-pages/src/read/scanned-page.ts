import { type HandlerContext, type HandlerEvent, text } from "@reader/core/handler";
import { isImageFault, type Recognised, recognisedPart } from "@reader/core/internal";
import type { ScannedPage } from "../document/pdf-job.ts";
import type { Box } from "../model/page-content.ts";
import type { PageQuality } from "../quality/page-quality.ts";
import type { PageInspection } from "./inspect-page.ts";
import { imageHint, layerNote } from "./page-notes.ts";
import { placeOf, type Reading } from "./reading.ts";

/** Below this confidence, more is wrong than right. */
const unsureConfidence = 60;

/** A page, and what to write if its text is not recognised. */
export interface UnreadPage {
  readonly inspection: PageInspection;
  readonly otherwise: string;
  /** The text of its layer. */
  readonly body: string;
  /** Form fields and comments, which follow the text. */
  readonly extras: readonly string[];
}

/** Returns the image of a page for recognition. */
export function scannedPage(reading: Reading, { inspection, otherwise, body, extras }: UnreadPage): ScannedPage {
  const { number, verdict } = inspection;
  const { image, pointsPerPixel } = reading.engine.grey(number);
  const reason = verdict === undefined ? "" : layerNote(verdict);
  return {
    type: "scanned-page",
    at: placeOf(reading, number),
    image,
    pointsPerPixel,
    before: isSound(verdict) ? body : "",
    isBeforeRecognition: verdict?.soundFonts !== undefined,
    reason: verdict?.layer === "garbled" ? reason.replace(", and what follows may be wrong", "") : reason,
    after: extras.filter((section) => section !== "").join("\n"),
    otherwise: otherwise === "" ? `(${reason} ${imageHint(reading)})\n` : otherwise,
  };
}

/** True if what is left of a text layer is sound: a few characters on a scan, a header, or the words beside symbols. */
function isSound(verdict: PageQuality | undefined): boolean {
  return verdict?.layer !== "garbled" || verdict.soundFonts !== undefined;
}

/** Returns the text of a scanned page. Throws only for errors that would affect every page. */
export async function scannedText(page: ScannedPage, { recognise }: HandlerContext): Promise<HandlerEvent> {
  const { at, image, pointsPerPixel: scale, otherwise, after } = page;
  const unread = (remark: string): HandlerEvent => text(`${otherwise}${remark}${after === "" ? "" : `\n${after}`}`, at);
  if (recognise === undefined) return unread("");
  try {
    const recognised = await recognise(image);
    if (recognised.lines.length === 0) return unread("(no text was recognised in it)\n");
    const kept = keptLines(page, recognised);
    if (kept === undefined) return unread("(fewer words were recognised in its image, and they are left out)\n");
    const before = introduction({ ...page, before: kept }, recognised);
    return recognisedPart(recognised, { at, unit: "pt", scale, before, after });
  } catch (error) {
    if (!isImageFault(error)) throw error;
    return unread(`(its text could not be recognised: ${error.message})\n`);
  }
}

/** Words of several letters, which recognition seldom makes of lines and symbols. */
const everyWord = /[\p{L}\p{M}]{3,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

function wordsOf(text: string): readonly string[] {
  return plain(text).match(everyWord) ?? [];
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Returns the words and numbers of a text with a space around each. */
function spacedWords(text: string): string {
  return ` ${plain(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()} `;
}

/**
 * Returns the lines of the text layer that were not recognised, to keep before those that were. Returns `undefined` if
 * the layer has as many words as were recognised, so that it is kept alone.
 */
function keptLines({ before, isBeforeRecognition }: ScannedPage, { lines }: Recognised): string | undefined {
  if (before === "") return "";
  const recognised = lines.flatMap(({ text }) => wordsOf(text));
  if (isBeforeRecognition && wordsOf(before).length >= recognised.length) return undefined;
  const known = new Set(recognised);
  const all = spacedWords(lines.map(({ text }) => text).join(" "));
  const kept = before
    .split(/(?<=\n)/u)
    .filter((line) => !all.includes(spacedWords(line)) && !areKnown(wordsOf(line), known))
    .join("");
  return kept.trim() === "" ? "" : kept;
}

/** True for several words that were all recognised somewhere, such as a line that was recognised as two. */
function areKnown(words: readonly string[], known: ReadonlySet<string>): boolean {
  return words.length > 2 && words.every((word) => known.has(word));
}

/**
 * An uncertain result names the recogniser with its languages and advice, because the wrong language is a likely cause.
 */
function introduction({ before, reason }: ScannedPage, { by, confidence, advice }: Recognised): string {
  const isUnsure = confidence < unsureConfidence;
  const doubt = isUnsure ? ` ${by} is only ${confidence} % sure: do not rely on it.` : "";
  const more = isUnsure && advice !== undefined ? ` ${advice}` : "";
  return `${before}(${reason} What follows was recognised in its image.${doubt}${more})\n`;
}

const pointsPerInch = 72;

/** The resolution that suits recognition: see packages/ocr/quality/README.md. */
const dotsPerInch = 200;

/** Two A4 pages at 300 dpi. A poster is drawn at a lower resolution, which is enough for its large print. */
const maxPixels = 18e6;

/** Returns the scale in pixels per point at which a page is drawn for a recogniser. */
export function recognitionScale({ x0, y0, x1, y1 }: Box): number {
  const area = Math.max(1, (x1 - x0) * (y1 - y0));
  return Math.min(dotsPerInch / pointsPerInch, Math.sqrt(maxPixels / area));
}
