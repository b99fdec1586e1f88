import { ReadError } from "../contract/errors.ts";
import type { TextPart } from "../contract/events.ts";
import type { Place } from "../contract/place.ts";
import type { Box, PlacedLine, Recognised, RecognisedText, RecognisedWord } from "../contract/recognition.ts";

/**
 * True if a recogniser failed at one image only: a handler reports it and continues. Other errors, such as a missing
 * package or the end of the read, must be thrown.
 */
export function isImageFault(error: unknown): error is ReadError {
  if (!ReadError.is(error) || error.code === "aborted") return false;
  return error.details?.package === undefined && error.details?.unit !== "page";
}

/** The position of an image on its page. */
export interface RecognisedPlacing {
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
