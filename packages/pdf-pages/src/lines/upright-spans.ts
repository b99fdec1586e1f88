import { isInk } from "../model/plain-text.ts";
import { boxOf, type FlatSpan, type StextLine, stextScale } from "./spans.ts";

/** Characters that are set below each other in vertical text, with their marks. */
const stacked =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30FB-\u30FE\uFE10-\uFE4F\uFF01-\uFF9F]$/u;

/** Minimum number of characters of a vertical line. Fewer may be a column of short words. */
const leastCharacters = 4;

/** Minimum and maximum distance from one character to the next, in ems. */
const shortestStepEm = 0.7;
const longestStepEm = 1.6;

/** Maximum horizontal offset between the centres of characters in one line, in ems. */
const middleSlackEm = 0.3;

/**
 * Finds characters that are placed one by one along the page: Chinese and Japanese ones below each other, in fonts that
 * are not marked as vertical, and letters of rotated words, as in plans. Table columns are excluded: their characters are
 * not painted one after the other.
 */
export function uprightSpans(spans: readonly FlatSpan[]): ReadonlySet<FlatSpan> {
  const found = new Set<FlatSpan>();
  addRuns(spans, found, { isMember: isSign, goesOn: goesDown });
  if (spans.some((one) => turnOf(one) !== undefined)) {
    addRuns(spans, found, { isMember: (one) => turnOf(one) !== undefined, goesOn: goesAlong });
  }
  return found;
}

interface Runs {
  readonly isMember: (one: FlatSpan) => boolean;
  readonly goesOn: (last: FlatSpan, next: FlatSpan) => boolean;
}

/** Adds the spans of each run that is long enough. */
function addRuns(spans: readonly FlatSpan[], found: Set<FlatSpan>, { isMember, goesOn }: Runs): void {
  let run: FlatSpan[] = [];
  const close = (): void => {
    if (run.length >= leastCharacters) for (const span of run) found.add(span);
    run = [];
  };
  for (const one of spans) {
    const last = run.at(-1);
    if (last !== undefined && !goesOn(last, one)) close();
    if (isMember(one)) run.push(one);
  }
  close();
}

/** Maximum number of characters in a span whose box does not show its direction. */
const fewCharacters = 2;

/** Returns the direction of a rotated letter. */
function turnOf({ span }: FlatSpan): Turn | undefined {
  return span.text.length > fewCharacters || span.wmode === 1 ? undefined : turnByStart(span);
}

/** The direction in which rotated text runs. */
type Turn = "up" | "down";

/**
 * Returns the direction of a rotated span by its start on the baseline, as a share of its box: at the lower right if it
 * runs upwards, at the upper left if it runs downwards. That of an upright one is at the lower left.
 */
export function turnByStart({ bbox, x, y }: StextLine): Turn | undefined {
  if (Math.min(bbox.w, bbox.h) <= 0) return undefined;
  const [across, along] = [(x - bbox.x) / bbox.w, (y - bbox.y) / bbox.h];
  if (across <= 0 || across >= 1) return undefined;
  if (across > 0.5) return along > 0.75 ? "up" : undefined;
  return across < 0.5 && along < 0.25 ? "down" : undefined;
}

/** Tolerance of a shared baseline, in the engine's tenths of a point. */
const sameBase = 2;

function goesAlong(last: FlatSpan, next: FlatSpan): boolean {
  const turn = turnOf(last);
  if (turn !== turnOf(next) || last.block !== next.block) return false;
  if (Math.abs(last.span.x - next.span.x) > sameBase || last.span.font.name !== next.span.font.name) return false;
  const step = (turn === "up" ? last.span.y - next.span.y : next.span.y - last.span.y) / last.span.font.size;
  return step > 0 && step <= longestStepEm;
}

function isSign({ span }: FlatSpan): boolean {
  return span.wmode !== 1 && isStacked(span.text);
}

/**
 * True for a character of vertical text. Most text starts with an ASCII character, which decides faster than the text
 * without its spaces.
 */
export function isStacked(text: string): boolean {
  return !isInk(text.charCodeAt(0)) && stacked.test(text.trim());
}

function goesDown({ span: last }: FlatSpan, { span: next }: FlatSpan): boolean {
  if (!isStacked(next.text)) return false;
  const sizePt = last.font.size / stextScale;
  const [above, below] = [boxOf(last.bbox), boxOf(next.bbox)];
  const shiftPt = Math.abs(above.x0 + above.x1 - below.x0 - below.x1) / 2;
  const stepPt = (below.y0 + below.y1 - above.y0 - above.y1) / 2;
  return shiftPt <= middleSlackEm * sizePt && stepPt >= shortestStepEm * sizePt && stepPt <= longestStepEm * sizePt;
}
