import { sharedHeight } from "../../model/boxes.ts";
import { hasRightToLeft } from "../../model/direction.ts";
import type { Box, TextRun } from "../../model/page-content.ts";
import { isInk } from "../../model/plain-text.ts";
import { boxOf, type FlatSpan, stextScale } from "./spans.ts";

/** A span in a line that is being built. */
export interface Fragment {
  readonly run: TextRun;
  readonly isVertical: boolean;
  readonly from: FlatSpan;
}

/** Maximum gap in ems before a new column or cell, as in the engine. */
export const widestGapEm = 0.8;

/** A line that may still grow. */
export interface OpenLine {
  readonly fragments: Fragment[];
  /** The box of all runs. A single run shares its own box. */
  box: GrowingBox;
}

type GrowingBox = { -readonly [Side in keyof Box]: Box[Side] };

/** Adds a run to a line. */
export function add(open: OpenLine, fragment: Fragment): void {
  if (open.fragments.length === 1) open.box = { ...open.box };
  open.fragments.push(fragment);
  grow(open.box, fragment.run.box);
}

function grow(box: GrowingBox, { x0, y0, x1, y1 }: Box): void {
  if (x0 < box.x0) box.x0 = x0;
  if (y0 < box.y0) box.y0 = y0;
  if (x1 > box.x1) box.x1 = x1;
  if (y1 > box.y1) box.y1 = y1;
}

/** Returns the gap between two boxes side by side, negative if they overlap. */
export function gapBetween(one: Box, other: Box): number {
  return Math.max(other.x0 - one.x1, one.x0 - other.x1);
}

/** Tolerance at which parts of one line adjoin, in ems. */
const slackEm = 0.1;

/** Tolerance of a shared baseline, in the engine's tenths of a point. */
const sameBase = 2;

/**
 * Joins the parts of right-to-left lines that contain left-to-right words or numbers: Cairo paints those parts one
 * after the other from the left, so that the next part seems to start before the last. Adds the parts to the lines they
 * follow.
 */
export function joinParts(lines: readonly OpenLine[]): OpenLine[] {
  const joined: OpenLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && isPartOf(last, line)) for (const fragment of line.fragments) add(last, fragment);
    else joined.push(line);
  }
  return joined;
}

function isPartOf(last: OpenLine, line: OpenLine): boolean {
  const [one] = last.fragments;
  const [other] = line.fragments;
  if (one === undefined || other === undefined || one.isVertical || other.isVertical) return false;
  if (Math.abs(one.from.span.y - other.from.span.y) > sameBase || sharedHeight(last.box, line.box) < 0.5) return false;
  const gapEm = gapBetween(last.box, line.box) / one.run.style.sizePt;
  return gapEm > -slackEm && gapEm < widestGapEm && (runsFromRight(line) || runsFromRight(last));
}

function runsFromRight({ fragments }: OpenLine): boolean {
  return fragments.some(({ run }) => hasRightToLeft(run.text));
}

/** Characters that are set below each other in vertical text, with their marks. */
const upright =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30FB-\u30FE\uFE10-\uFE4F\uFF01-\uFF9F]$/u;

/** Minimum number of characters of a vertical line. Fewer may be a column of short words. */
const leastCharacters = 4;

/** Minimum and maximum distance from one character to the next, in ems. */
const shortestStepEm = 0.7;
const longestStepEm = 1.6;

/** Maximum horizontal offset between the centres of characters in one line, in ems. */
const middleSlackEm = 0.3;

/**
 * Finds Chinese and Japanese characters that some programs place one by one below each other, in fonts that are not
 * marked as vertical. Table columns are excluded: their characters are not painted one after the other.
 */
export function stackedSpans(spans: readonly FlatSpan[]): ReadonlySet<FlatSpan> {
  const stacked = new Set<FlatSpan>();
  let run: FlatSpan[] = [];
  const close = (): void => {
    if (run.length >= leastCharacters) for (const span of run) stacked.add(span);
    run = [];
  };
  for (const one of spans) {
    const last = run.at(-1);
    if (last !== undefined && !goesDown(last, one)) close();
    if (isSign(one)) run.push(one);
  }
  close();
  return stacked;
}

function isSign({ span }: FlatSpan): boolean {
  return span.wmode !== 1 && isUpright(span.text);
}

/** Most text starts with an ASCII character, which decides faster than the text without its spaces. */
function isUpright(text: string): boolean {
  return !isInk(text.charCodeAt(0)) && upright.test(text.trim());
}

function goesDown({ span: last }: FlatSpan, { span: next }: FlatSpan): boolean {
  if (!isUpright(next.text)) return false;
  const sizePt = last.font.size / stextScale;
  const [above, below] = [boxOf(last.bbox), boxOf(next.bbox)];
  const shiftPt = Math.abs(above.x0 + above.x1 - below.x0 - below.x1) / 2;
  const stepPt = (below.y0 + below.y1 - above.y0 - above.y1) / 2;
  return shiftPt <= middleSlackEm * sizePt && stepPt >= shortestStepEm * sizePt && stepPt <= longestStepEm * sizePt;
}
