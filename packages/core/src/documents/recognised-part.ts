import { ReadError } from "../contract/errors.ts";
import type { TextPart } from "../contract/events.ts";
import type { Place } from "../contract/place.ts";
import type { Box, PlacedLine, Recognised, RecognisedText, RecognisedWord } from "../contract/recognition.ts";

/**
 * Whether a recogniser failed at one picture alone, so that a handler says so and goes on; what is installed nowhere,
 * and the end of a read, it throws on.
 */
export function isImageFault(error: unknown): error is ReadError {
  if (!ReadError.is(error) || error.code === "aborted") return false;
  return error.details?.package === undefined && error.details?.unit !== "page";
}

/** How the text of a picture becomes that of a page. */
export interface RecognisedPlacing {
  readonly at?: Place | undefined;
  readonly unit: RecognisedText["unit"];
  /** Units of the page a pixel of the picture; each way, where its pixels are not square. */
  readonly scale: number | { readonly x: number; readonly y: number };
  /** Where the picture's top left corner stands on the page; at its own where not given. */
  readonly origin?: { readonly x: number; readonly y: number };
  /** Whole lines that stand before the text and were not recognised; none where not given. */
  readonly before?: string;
  /** Whole lines that stand after the text and an empty line; none where not given. */
  readonly after?: string;
}

/**
 * What was recognised in a picture, as a text event: a line for each line, an empty one between paragraphs, and the
 * place of each line and word beside them.
 */
export function recognisedPart({ by, lines }: Recognised, placing: RecognisedPlacing): TextPart {
  const { at, unit, before = "", after = "" } = placing;
  const written: string[] = before === "" ? [] : before.replace(/\n$/, "").split("\n");
  const placed: PlacedLine[] = [];
  lines.forEach((line, index) => {
    if (index > 0 && line.startsParagraph === true) written.push("");
    const { confidence } = line;
    // A line is one, whatever a recogniser takes for its text; spaces are the layout of tables and code.
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

/** Finer than anything that is printed or shown. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
