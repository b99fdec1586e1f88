import type { DocumentPart, Extent, ImagePart } from "../contract/events.ts";
import type { Place } from "../contract/place.ts";
import type { Clip, ReadOutcome, ResultPart, TextSection } from "../contract/result.ts";
import { escapeText } from "./escapes.ts";
import { type Gutter, gutterOf } from "./number-lines.ts";
import { placeLine } from "./place-line.ts";
import { named, quoted } from "./quote.ts";
import { scaleWords } from "./scale-words.ts";
import { clipMark, counted, sizeWords } from "./words.ts";

/** The line without a number that replaces omitted lines between two that are shown. */
const gapLine = "⋮";

/**
 * Renders the content of an answer as lines. Text is numbered. Lines without a number mark where a place begins, where
 * lines were omitted and where a long line continues, and describe the images and documents. There is no line ending
 * after the last line.
 */
export function bodyText(outcome: ReadOutcome, look: LineLook): string {
  return [...bodyPieces(outcome, look)].join("");
}

/** Yields the result of `bodyText` in chunks of about a megabyte. */
export function* bodyPieces(outcome: ReadOutcome, look: LineLook): Generator<string, void, undefined> {
  const extents = outcome.ok ? outcome.extents : [];
  let before: Before = { place: undefined, nextLine: undefined };
  let image = 0;
  let isFirst = true;
  for (const part of outcome.parts) {
    if (part.type === "image") image += 1;
    const lead = leadIn(part, before, extents).map((line) => `${line}\n`);
    yield `${isFirst ? "" : "\n"}${lead.join("")}`;
    yield* partPieces(part, look, image);
    before = after(part, before);
    isFirst = false;
  }
}

/** The state after the previous part. */
interface Before {
  readonly place: Place | undefined;
  readonly nextLine: number | undefined;
}

function after(part: ResultPart, before: Before): Before {
  return { place: part.at, nextLine: part.type === "text" ? part.firstLine + part.lineCount : before.nextLine };
}

function leadIn(part: ResultPart, before: Before, extents: readonly Extent[]): string[] {
  const isGap = part.type === "text" && before.nextLine !== undefined && part.firstLine !== before.nextLine;
  const startsPlace = part.at !== undefined && (isGap || !isSame(part.at, before.place));
  return [
    ...(isGap ? [gapLine] : []),
    ...(startsPlace ? [placeLine(part.at, extents, textIn(part))] : []),
    ...(part.type === "text" && isInsideLine(part)
      ? [`[line ${part.firstLine} from column ${part.firstColumn ?? 1}]`]
      : []),
  ];
}

function textIn(part: ResultPart): string {
  return part.type === "text" ? part.text : "";
}

function isInsideLine({ firstColumn }: TextSection): boolean {
  return firstColumn !== undefined && firstColumn > 1;
}

function isSame(left: Place, right: Place | undefined): boolean {
  return left.unit === right?.unit && left.index === right.index && left.label === right.label;
}

function* partPieces(part: ResultPart, look: LineLook, image: number): Generator<string, void, undefined> {
  switch (part.type) {
    case "text":
      return yield* sectionPieces(part, look);
    case "image":
      return yield imageLine(part, image);
    case "document":
      return yield documentLine(part);
  }
}

/**
 * Renders an image part: `[image 2 · JPEG 4032×3024 · shown at 1568×1176 (multiply coordinates by 2.57) · "a harbour"]`
 */
function imageLine(part: ImagePart, index: number): string {
  const { mediaType, widthPx, heightPx, originalWidthPx = widthPx, originalHeightPx = heightPx, alt } = part;
  const type = named(mediaType.replace(/^image\//, "").toUpperCase());
  const original = sizeOf(originalWidthPx, originalHeightPx);
  const shown = sizeOf(widthPx, heightPx);
  const facts = [
    original === "" ? type : `${type} ${original}`,
    ...(shown === original ? [] : [`shown at ${shown}${mapping(part)}`]),
    ...(alt === undefined || alt === "" ? [] : [quoted(alt)]),
  ];
  return `[image ${index} · ${facts.join(" · ")}]`;
}

/** Describes how to map coordinates to the original image; empty if a size is unknown. */
function mapping({ widthPx, heightPx, originalWidthPx, originalHeightPx }: ImagePart): string {
  if (widthPx === undefined || heightPx === undefined) return "";
  const original = { widthPx: originalWidthPx ?? widthPx, heightPx: originalHeightPx ?? heightPx };
  return ` (${scaleWords(original, { widthPx, heightPx })})`;
}

function sizeOf(widthPx: number | undefined, heightPx: number | undefined): string {
  return widthPx === undefined || heightPx === undefined ? "" : `${widthPx}×${heightPx}`;
}

function documentLine({ name, mediaType, data, pages }: DocumentPart): string {
  const length = pages === undefined ? "" : `, ${counted(pages, "page")}`;
  return `[document ${named(name)} · ${named(mediaType)} · ${sizeWords(data.length)}${length}]`;
}

/** The format of lines: the gutter before each, and the mark after a clipped one. */
interface LineLook {
  readonly gutter: Gutter;
  readonly clipMark?: ((clip: Clip) => string) | undefined;
  readonly paint?: ((text: string) => string) | undefined;
}

/** Minimum number of UTF-16 units of a section per chunk. A chunk extends to the end of its last line. */
const pieceUnits = 1024 * 1024;

/**
 * Yields the result of `sectionText` in chunks, so that a large section is not held in memory twice. Each chunk but the
 * last ends with a line ending.
 */
function* sectionPieces(section: TextSection, look: LineLook): Generator<string, void, undefined> {
  const { text, clips, matches, ...rest } = section;
  let { firstLine } = section;
  for (let from = 0; ;) {
    const end = text.length - from > pieceUnits ? text.indexOf("\n", from + pieceUnits) : -1;
    const piece = end < 0 ? text.slice(from) : text.slice(from, end);
    const lineCount = countLines(piece);
    const isIn = (line: number): boolean => line >= firstLine && line < firstLine + lineCount;
    const marks = {
      ...(clips === undefined ? {} : { clips: clips.filter(({ line }) => isIn(line)) }),
      ...(matches === undefined ? {} : { matches: matches.filter(isIn) }),
    };
    const put = sectionText({ ...rest, text: piece, firstLine, lineCount, ...marks }, look);
    if (end < 0) return yield put;
    yield `${put}\n`;
    firstLine += lineCount;
    from = end + 1;
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/**
 * Renders the numbered lines of a section, escaped, with the marks of clipped lines. There is no line ending after the
 * last line.
 */
function sectionText(section: TextSection, look: LineLook): string {
  const { gutter, clipMark: markOf = clipMark, paint } = look;
  const escaped = escapeText(section.text);
  const text = paint === undefined ? escaped : paint(escaped);
  const { firstLine, clips = [], matches = [] } = section;
  if (clips.length === 0 && matches.length === 0) return numberText(text, firstLine, gutter);
  const matching = new Set(matches);
  const marks = new Map(clips.map((clip) => [clip.line, markOf(clip)]));
  return text
    .split("\n")
    .map((line, at) => {
      const number = firstLine + at;
      return gutterOf(gutter, number, matching.has(number) ? "match" : "line") + line + (marks.get(number) ?? "");
    })
    .join("\n");
}

/**
 * Adds the gutter before every line of a text. `firstLine` is the number of the first line. An empty text is one line.
 */
export function numberText(text: string, firstLine: number, gutter: Gutter): string {
  if (gutter === "none") return text;
  let line = firstLine;
  return gutterOf(gutter, line) + text.replaceAll("\n", () => `\n${gutterOf(gutter, (line += 1))}`);
}
