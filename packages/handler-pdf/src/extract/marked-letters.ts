import { hasRightToLeft } from "../model/direction.ts";
import type { FlatSpan } from "../model/flat-spans.ts";
import type { StextLine } from "../model/stext-json.ts";

/** Edges nearer than this are one, in the engine's tenths of a point. */
const edge = 2;

/** How wide a letter is where nothing beside it tells, and how wide at most, in heights of the type. */
const usualEm = 0.5;
const widestEm = 1.6;

/** How far above or below their letter marks are set: the letter is given with them there. */
const highestMarkEm = 0.6;

/** The marks that were turned around with their letter, or with both letters of the ligature of lam and alef. */
const turnedLigature = /^(\p{M}+)([\u0622\u0623\u0625\u0627]) ?\u0644/u;
const turnedLetter = /^(\p{M}+)(\p{L})/u;

/**
 * Puts letters of Arabic and Hebrew before the marks that stand on them, and gives them their width: browsers name a
 * letter with its marks as one text, which the engine gives from the left and without any width, so that the word
 * would fall apart there.
 */
export function placeMarkedLetters(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(isMarkedLetter)) return spans;
  const placed = [...spans];
  for (const [index, one] of spans.entries()) if (isMarkedLetter(one)) place(placed, index, one);
  return placed;
}

function place(placed: FlatSpan[], index: number, one: FlatSpan): void {
  placed[index] = withSpan(one, { text: inOrder(one.span.text) });
  if (one.span.bbox.w > 0) return;
  const beside = isAtItsRight(one, placed[index + 1]) ? index + 1 : index - 1;
  const next = isAtItsRight(one, placed[beside]) ? placed[beside] : undefined;
  placed[index] = withSpan(placed[index], placeOf(one.span, next?.span ?? one.span));
  if (next !== undefined) placed[beside] = withoutGap(next, one.span);
}

/** On the line of the letter beside it, up to where that begins. */
function placeOf(span: StextLine, beside: StextLine): Pick<StextLine, "bbox" | "y"> {
  const gap = beside.bbox.x - span.bbox.x;
  const w = gap > edge ? gap : usualEm * span.font.size;
  return { bbox: { ...beside.bbox, x: span.bbox.x, w }, y: beside.y };
}

function isMarkedLetter({ span }: FlatSpan): boolean {
  return turnedLetter.test(span.text) && hasRightToLeft(span.text);
}

function inOrder(text: string): string {
  if (turnedLigature.test(text)) return text.replace(turnedLigature, "\u0644$2$1");
  return text.replace(turnedLetter, "$2$1");
}

function isAtItsRight({ span }: FlatSpan, other: FlatSpan | undefined): boolean {
  if (other === undefined || Math.abs(other.span.y - span.y) > highestMarkEm * span.font.size) return false;
  const gap = other.span.bbox.x - span.bbox.x;
  return gap >= -edge && gap <= widestEm * span.font.size;
}

/** What the engine took for a space before the next letter is where this one stands. */
function withoutGap(next: FlatSpan, { bbox, font }: StextLine): FlatSpan {
  const { span } = next;
  if (span.bbox.x - bbox.x > edge || !span.text.endsWith(" ")) return next;
  const taken = Math.min(usualEm * font.size, span.bbox.w / 2);
  return withSpan(next, {
    text: span.text.slice(0, -1),
    bbox: { ...span.bbox, x: span.bbox.x + taken, w: span.bbox.w - taken },
  });
}

function withSpan(one: FlatSpan, changes: Partial<StextLine>): FlatSpan {
  return { ...one, span: { ...one.span, ...changes } };
}
