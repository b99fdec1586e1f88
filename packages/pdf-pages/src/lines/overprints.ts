import { hasInk } from "../model/plain-text.ts";
import type { FlatSpan, StextLine } from "./spans.ts";

/** Side of the cells in which the starts of spans are compared, in tenths of a point, and cells of a page in one row. */
const cellTenths = 20;
const cellsAcross = 512;

/** Maximum distance of text painted again, in ems: bold type is imitated by a slight shift. */
const sameEms = 0.1;

/** Minimum number of spans painted again on a page of which all text is, although some glyphs may be missing once. */
const leastOfPage = 5;

/** Maximum number of spans of one line that are compared with each other. */
const mostInLine = 200;

/** Bits of the cells in which a span starts. */
const starts = new Uint32Array((cellsAcross * cellsAcross) / 32);

/**
 * Removes text that is painted again at the same place: for the sake of boldness, or because a program printed the page
 * twice. The last one is kept, which nothing before it covers.
 */
export function withoutOverprints(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!startAlike(spans)) return spans;
  const lines = byLine(spans);
  const again = new Set<FlatSpan>();
  addOverprints(lines, again, (one, other) => one.text === other.text);
  if (again.size >= leastOfPage) addOverprints(lines, again, (one, other) => isPartOf(one.text, other.text));
  return again.size === 0 ? spans : spans.filter((one) => !again.has(one));
}

/** True if two spans start in the same cell. Looks at each span once, because hardly any page has such spans. */
function startAlike(spans: readonly FlatSpan[]): boolean {
  starts.fill(0);
  for (const { span } of spans) {
    const { x, y, w } = span.bbox;
    if (w <= 0) continue;
    const [column, row] = [(x / cellTenths) & (cellsAcross - 1), (y / cellTenths) & (cellsAcross - 1)];
    const at = row * cellsAcross + column;
    const bit = 1 << (at & 31);
    if (((starts[at >> 5] ?? 0) & bit) !== 0) return true;
    starts[at >> 5] = (starts[at >> 5] ?? 0) | bit;
  }
  return false;
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

type IsSameText = (one: StextLine, other: StextLine) => boolean;

function addOverprints(lines: readonly (readonly FlatSpan[])[], again: Set<FlatSpan>, isSameText: IsSameText): void {
  for (const line of lines) {
    for (const [index, one] of line.entries()) {
      const isAgain = line.some((other, at) => {
        if (other === one || again.has(other)) return false;
        const isSame = one.span.text === other.span.text;
        return (at > index || !isSame) && isInside(one.span, other.span) && isSameText(one.span, other.span);
      });
      if (isAgain) again.add(one);
    }
  }
}

/** True if a span is within another on the same baseline, in type of the same size. */
function isInside(one: StextLine, other: StextLine): boolean {
  const slack = sameEms * other.font.size;
  return (
    Math.abs(one.y - other.y) <= slack &&
    Math.abs(one.font.size - other.font.size) <= slack &&
    one.bbox.x >= other.bbox.x - slack &&
    one.bbox.x + one.bbox.w <= other.bbox.x + other.bbox.w + slack
  );
}

/** True if a text is another one, or the same without some of its characters. */
function isPartOf(text: string, whole: string): boolean {
  let at = 0;
  for (const character of text) {
    if (character === " ") continue;
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
