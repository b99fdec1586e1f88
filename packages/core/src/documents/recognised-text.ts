import type {
  Box,
  LineBox,
  LineBoxes,
  PlacedLine,
  Recognised,
  RecognisedLine,
  RecognisedText,
  RecognisedWord,
} from "../contract/recognition.ts";
import { isCount, isObject, isText, MalformedEvent, optional } from "./field.ts";
import { ReadError } from "../contract/errors.ts";
import type { TextPart } from "../contract/events.ts";
import type { Place } from "../contract/place.ts";

/** Maximum number of lines in one image. The densest newspaper page has a tenth of it. */
const maxLines = 20_000;
/** Maximum number of words in a line. No line of an image has that many. */
const maxWords = 5000;
/** Maximum length of an advice, in characters. */
const maxAdvice = 400;

const turns: readonly unknown[] = [0, 90, 180, 270];

/** Copies the recognition data of a text event. Throws a `MalformedEvent` if it is malformed. */
export function cleanRecognisedText(value: unknown): RecognisedText {
  if (!isObject(value)) throw new MalformedEvent("recognised text that is not an object");
  const { by, unit, lines } = value;
  if (!isText(by) || (unit !== "pt" && unit !== "px"))
    throw new MalformedEvent("recognised text without a recogniser or a unit");
  return { by, unit, lines: listOf(lines, maxLines, cleanPlaced) };
}

/** Copies the boxes of a text event. Throws a `MalformedEvent` if they are malformed. */
export function cleanLineBoxes(value: unknown): LineBoxes {
  if (!isObject(value)) throw new MalformedEvent("boxes that are not an object");
  const { unit, lines } = value;
  if (unit !== "pt" && unit !== "px") throw new MalformedEvent("boxes without a unit");
  return {
    unit,
    ...optional(value, "width", isLength),
    ...optional(value, "height", isLength),
    lines: listOf(lines, maxBoxes, cleanLineBox),
  };
}

/** Maximum number of boxes of one event: a page of a PDF has fewer lines. */
const maxBoxes = 100_000;

function cleanLineBox(value: unknown): LineBox {
  if (!isObject(value)) throw new MalformedEvent("a box of a line that is not an object");
  const { line, box } = value;
  if (!isCount(line) || line < 1) throw new MalformedEvent("a box without the number of its line");
  return { line, box: cleanBox(box) };
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** Copies the result of a recogniser. Throws a `MalformedEvent` if it is malformed. */
export function cleanRecognised(value: unknown): Recognised {
  if (!isObject(value)) throw new MalformedEvent("a recognition that is not an object");
  const { by, lines, turned, skewDegrees, confidence, advice } = value;
  if (!isText(by) || !turns.includes(turned))
    throw new MalformedEvent("a recognition without a recogniser or a rotation");
  return {
    by,
    lines: listOf(lines, maxLines, cleanLine),
    confidence: percent(confidence),
    turned: turned as Recognised["turned"],
    skewDegrees: finite(skewDegrees),
    ...(isText(advice) ? { advice: oneLine(advice) } : {}),
  };
}

/** Returns an advice as one short line, because it is shown within a line of the answer. */
function oneLine(advice: string): string {
  return advice.replace(/\s+/g, " ").slice(0, maxAdvice);
}

function cleanPlaced(value: unknown): PlacedLine {
  if (!isObject(value)) throw new MalformedEvent("a recognised line that is not an object");
  const { line, confidence, box, words } = value;
  if (!isCount(line) || line < 1) throw new MalformedEvent("a recognised line without a number");
  return { line, confidence: percent(confidence), box: cleanBox(box), words: listOf(words, maxWords, cleanWord) };
}

function cleanLine(value: unknown): RecognisedLine {
  const word = cleanWord(value);
  const { words, startsParagraph } = value as Readonly<Record<string, unknown>>;
  return {
    ...word,
    words: listOf(words, maxWords, cleanWord),
    ...(startsParagraph === true ? { startsParagraph } : {}),
  };
}

function cleanWord(value: unknown): RecognisedWord {
  if (!isObject(value)) throw new MalformedEvent("a recognised word that is not an object");
  const { text, confidence, box } = value;
  if (!isText(text)) throw new MalformedEvent("a recognised word without text");
  return { text, confidence: percent(confidence), box: cleanBox(box) };
}

function cleanBox(value: unknown): Box {
  if (!isObject(value)) throw new MalformedEvent("a box that is not an object");
  const { x0, y0, x1, y1 } = value;
  return { x0: finite(x0), y0: finite(y0), x1: finite(x1), y1: finite(y1) };
}

function listOf<Value>(value: unknown, max: number, clean: (each: unknown) => Value): readonly Value[] {
  if (!Array.isArray(value) || value.length > max) throw new MalformedEvent("recognised text that is not a list");
  return value.map((each: unknown) => clean(each));
}

function percent(value: unknown): number {
  return Math.min(100, Math.max(0, finite(value)));
}

function finite(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new MalformedEvent("a number that is not finite");
}

/**
 * True if a recogniser failed at one image only: a handler reports it and continues. Other errors, such as a missing
 * package or the end of the read, must be thrown.
 */
export function isImageFault(error: unknown): error is ReadError {
  if (!ReadError.is(error) || error.code === "aborted") return false;
  return error.details?.package === undefined && error.details?.unit !== "page";
}

/** The position of an image on its page. */
interface RecognisedPlacing {
  readonly at?: Place | undefined;
  readonly unit: RecognisedText["unit"];
  /** Page units per pixel of the image; one for each axis if its pixels are not square. */
  readonly scale: number | { readonly x: number; readonly y: number };
  /** The top left corner of the image on the page. Defaults to the origin of the page. */
  readonly origin?: { readonly x: number; readonly y: number };
  /** Whole lines to insert before the text. */
  readonly before?: string;
  /** Whole lines to append after the text and an empty line. */
  readonly after?: string;
}

/**
 * Converts recognised text to a text event: one line for each line, an empty line between paragraphs, and the position
 * of each line and word.
 */
export function recognisedPart({ by, lines }: Recognised, placing: RecognisedPlacing): TextPart {
  const { at, unit, before = "", after = "" } = placing;
  const written: string[] = before === "" ? [] : before.replace(/\n$/, "").split("\n");
  const placed: PlacedLine[] = [];
  lines.forEach((line, index) => {
    if (index > 0 && line.startsParagraph === true) written.push("");
    const { confidence } = line;
    // A recogniser may return line breaks inside a line. Spaces are kept: they are the layout of tables and code.
    written.push(line.text.replace(/[^\S ]+/g, " ").trimEnd());
    const words = line.words.map((word) => onPage(word, placing));
    placed.push({ line: written.length, confidence, box: scaled(line.box, placing), words });
  });
  return {
    type: "text",
    text: written.map((each) => `${each}\n`).join("") + (after === "" ? "" : `\n${after}`),
    ...(at === undefined ? {} : { at }),
    recognised: { by, unit, lines: placed },
  };
}

function onPage({ text, confidence, box }: RecognisedWord, placing: RecognisedPlacing): RecognisedWord {
  return { text, confidence, box: scaled(box, placing) };
}

function scaled({ x0, y0, x1, y1 }: Box, { scale, origin = { x: 0, y: 0 } }: RecognisedPlacing): Box {
  const { x, y } = origin;
  const each = typeof scale === "number" ? { x: scale, y: scale } : scale;
  return {
    x0: tenths(x + x0 * each.x),
    y0: tenths(y + y0 * each.y),
    x1: tenths(x + x1 * each.x),
    y1: tenths(y + y1 * each.y),
  };
}

/** Rounds to tenths, which is finer than anything printed or displayed. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
