import { hasInk } from "../model/plain-text.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import { type FlatSpan, type StextLine, stextScale } from "./spans.ts";

/** Side of the cells in which the starts of spans are compared, in tenths of a point, and cells of a page in one row. */
const cellTenths = 20;
const cellsAcross = 512;

/**
 * Maximum distance of text painted again, in ems: bold type is imitated by a slight shift. No more than a cell, so that
 * such spans start in neighbouring cells.
 */
const sameEms = 0.1;

/** Minimum number of spans painted again on a page of which all text is, although some glyphs may be missing once. */
const leastOfPage = 5;

/** Maximum number of spans of one line that are compared with each other. */
const mostInLine = 200;

/** Maximum number of spans of a page that may lack glyphs of others, and of others for each. More are not looked at. */
const mostIncomplete = 1000;
const mostAround = 8;

/**
 * Removes text that is painted again at the same place: for the sake of boldness, or because a program printed the page
 * twice. The last one is kept, which nothing before it covers. Calls the slow `readGlyphs` at most once, and only on a page
 * that is painted twice.
 */
export function withoutOverprints(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!startAlike(spans)) return spans;
  const lines = byLine(spans);
  const again = new Set<FlatSpan>();
  addRepeated(lines, again);
  if (again.size >= leastOfPage) {
    const around = spansAround(lines, again);
    if (around.size > 0 && around.size <= mostIncomplete)
      addIncomplete(around, again, placesOf(spans, around, readGlyphs));
  }
  return again.size === 0 ? spans : spans.filter((one) => !again.has(one));
}

/** A bit for each cell. Shared by all pages, because allocating off-heap memory for each page would be slow. */
const sharedCells = new Uint32Array((cellsAcross * cellsAcross) / 32);

/**
 * True if two spans may start at the same place. Looks at few cells for each span, because hardly any page has such
 * spans.
 */
function startAlike(spans: readonly FlatSpan[]): boolean {
  const starts = sharedCells.fill(0);
  for (const { span } of spans) {
    const { x, y, w } = span.bbox;
    if (w <= 0) continue;
    if (hasStartNear(starts, span)) return true;
    const cell = cellAt(Math.floor(x / cellTenths), Math.floor(y / cellTenths));
    starts[cell >> 5] = (starts[cell >> 5] ?? 0) | (1 << (cell & 31));
  }
  return false;
}

/** True if a span starts in one of the cells that are close enough to the start of another one. */
function hasStartNear(starts: Uint32Array, { bbox: { x, y }, font }: StextLine): boolean {
  const slack = slackOf(font.size);
  const [left, top] = [Math.floor((x - slack) / cellTenths), Math.floor((y - slack) / cellTenths)];
  const [columns, rows] = [Math.floor((x + slack) / cellTenths) - left, Math.floor((y + slack) / cellTenths) - top];
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const cell = cellAt(left + column, top + row);
      if ((((starts[cell >> 5] ?? 0) >> (cell & 31)) & 1) !== 0) return true;
    }
  }
  return false;
}

function cellAt(column: number, row: number): number {
  return (row & (cellsAcross - 1)) * cellsAcross + (column & (cellsAcross - 1));
}

function slackOf(fontSize: number): number {
  return Math.min(sameEms * fontSize, cellTenths);
}

/** Groups the spans by the line of the page, in the order of painting. A line has those of the next one, too. */
function byLine(spans: readonly FlatSpan[]): readonly (readonly FlatSpan[])[] {
  const lines = new Map<number, FlatSpan[]>();
  for (const one of spans) {
    if (one.span.bbox.w <= 0 || !hasInk(one.span.text)) continue;
    const row = Math.floor(one.span.y / cellTenths);
    for (const key of [row, row + 1]) {
      const line = lines.get(key);
      if (line === undefined) lines.set(key, [one]);
      else if (line.length < mostInLine) line.push(one);
    }
  }
  return [...lines.values()].filter(({ length }) => length > 1);
}

/** Adds the spans of which a later one has the same text. */
function addRepeated(lines: readonly (readonly FlatSpan[])[], again: Set<FlatSpan>): void {
  for (const line of lines) {
    for (const [index, one] of line.entries()) {
      const isAgain = line.some(
        (other, at) => at > index && isInside(one.span, other.span) && one.span.text === other.span.text,
      );
      if (isAgain) again.add(one);
    }
  }
}

type SpansAround = ReadonlyMap<FlatSpan, readonly FlatSpan[]>;

/** Returns the other spans around each one that is within others. */
function spansAround(lines: readonly (readonly FlatSpan[])[], again: ReadonlySet<FlatSpan>): SpansAround {
  const around = new Map<FlatSpan, readonly FlatSpan[]>();
  for (const line of lines) {
    for (const one of line) {
      if (again.has(one)) continue;
      const others = new Set(around.get(one));
      for (const other of line) {
        if (other !== one && !again.has(other) && isInside(one.span, other.span)) others.add(other);
      }
      if (others.size > 0 && others.size <= mostAround) around.set(one, [...others]);
    }
  }
  return around;
}

type Places = ReadonlyMap<FlatSpan, readonly PlacedGlyph[]>;

function placesOf(spans: readonly FlatSpan[], around: SpansAround, readGlyphs: () => readonly PlacedGlyph[]): Places {
  const searched = new Set([...around.keys(), ...[...around.values()].flat()]);
  const places = new Map<FlatSpan, readonly PlacedGlyph[]>();
  replacedSpans(spans, readGlyphs(), {
    isCandidate: (one) => searched.has(one),
    replacementOf: ({ one, glyphs }) => {
      places.set(one, glyphs);
      return undefined;
    },
  });
  return places;
}

/** Adds the spans of which all glyphs are painted at the same places as those of another. */
function addIncomplete(around: SpansAround, again: Set<FlatSpan>, places: Places): void {
  for (const [one, others] of around) {
    const slackPt = slackOf(one.span.font.size) / stextScale;
    const glyphs = places.get(one) ?? [];
    const isAgain = others.some((other) => !again.has(other) && areAmong(glyphs, places.get(other) ?? [], slackPt));
    if (isAgain) again.add(one);
  }
}

/** True if some glyphs are among others at the same places. A word that was filled into a gap of a line is not. */
function areAmong(glyphs: readonly PlacedGlyph[], others: readonly PlacedGlyph[], slackPt: number): boolean {
  let at = 0;
  for (const { sign, x0 } of glyphs) {
    if (!hasInk(sign)) continue;
    while (at < others.length && !(others[at]?.sign === sign && Math.abs((others[at]?.x0 ?? 0) - x0) <= slackPt))
      at += 1;
    if (at === others.length) return false;
    at += 1;
  }
  return glyphs.length > 0;
}

/** True if a span is within another on the same baseline, in type of the same size. */
function isInside(one: StextLine, other: StextLine): boolean {
  const slack = slackOf(other.font.size);
  return (
    Math.abs(one.y - other.y) <= slack &&
    Math.abs(one.font.size - other.font.size) <= slack &&
    one.bbox.x >= other.bbox.x - slack &&
    one.bbox.x + one.bbox.w <= other.bbox.x + other.bbox.w + slack
  );
}
