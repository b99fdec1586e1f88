import { sharedHeight } from "../model/boxes.ts";
import { hasRightToLeft } from "../model/direction.ts";
import type { Box, TextRun } from "../model/page-content.ts";
import { isInk } from "../model/plain-text.ts";
import { boxOf, type FlatSpan, stextScale } from "../model/spans.ts";

/** A span as it stands in a line that is being put together. */
export interface Piece {
  readonly run: TextRun;
  readonly isVertical: boolean;
  readonly from: FlatSpan;
}

/** Wider than this, in heights of the type, and what follows is a column or a cell of its own (as the engine itself judges). */
export const widestGapEm = 0.8;

/** A line that may still go on. */
export interface OpenLine {
  readonly pieces: Piece[];
  /** Around all of the pieces; that of a single piece is the piece's own. */
  box: GrowingBox;
}

type GrowingBox = { -readonly [Side in keyof Box]: Box[Side] };

/** Adds a piece to a line. */
export function add(open: OpenLine, piece: Piece): void {
  if (open.pieces.length === 1) open.box = { ...open.box };
  open.pieces.push(piece);
  grow(open.box, piece.run.box);
}

function grow(box: GrowingBox, { x0, y0, x1, y1 }: Box): void {
  if (x0 < box.x0) box.x0 = x0;
  if (y0 < box.y0) box.y0 = y0;
  if (x1 > box.x1) box.x1 = x1;
  if (y1 > box.y1) box.y1 = y1;
}

/** The white between two boxes that stand beside each other; negative where they overlap. */
export function gapBetween(one: Box, other: Box): number {
  return Math.max(other.x0 - one.x1, one.x0 - other.x1);
}

/** Parts of one line begin and end at each other, give or take this, in heights of the type. */
const slackEm = 0.1;

/** The parts of a line stand on one base line, give or take this, in the engine's tenths of a point. */
const sameBase = 2;

/**
 * Puts the parts of lines together that run from the right and have words or numbers from the left in them: those parts
 * are painted one after the other from the left, as Cairo does, so that the next one seems to begin before the last. Lines
 * grow by the parts that follow them.
 */
export function joinParts(lines: readonly OpenLine[]): OpenLine[] {
  const joined: OpenLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && isPartOf(last, line)) for (const piece of line.pieces) add(last, piece);
    else joined.push(line);
  }
  return joined;
}

function isPartOf(last: OpenLine, line: OpenLine): boolean {
  const [one] = last.pieces;
  const [other] = line.pieces;
  if (one === undefined || other === undefined || one.isVertical || other.isVertical) return false;
  if (Math.abs(one.from.span.y - other.from.span.y) > sameBase || sharedHeight(last.box, line.box) < 0.5) return false;
  const gapEm = gapBetween(last.box, line.box) / one.run.style.sizePt;
  return gapEm > -slackEm && gapEm < widestGapEm && (runsFromRight(line) || runsFromRight(last));
}

function runsFromRight({ pieces }: OpenLine): boolean {
  return pieces.some(({ run }) => hasRightToLeft(run.text));
}

/** Signs that are set below each other, with the marks that go with them. */
const upright =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30FB-\u30FE\uFE10-\uFE4F\uFF01-\uFF9F]$/u;

/** So many signs below each other are a line; fewer may be a column of short words. */
const leastSigns = 4;

/** From one sign to the next, in heights of the type. */
const shortestStepEm = 0.7;
const longestStepEm = 1.6;

/** How far the middles of signs of one line are apart at most, in heights of the type. */
const middleSlackEm = 0.3;

/**
 * Finds signs of Chinese and Japanese that some programs place one by one below each other, in fonts that do not say that
 * they run from top to bottom. Columns of a table are not among them: their signs are not painted one after the other.
 */
export function stackedSpans(spans: readonly FlatSpan[]): ReadonlySet<FlatSpan> {
  const stacked = new Set<FlatSpan>();
  let run: FlatSpan[] = [];
  const close = (): void => {
    if (run.length >= leastSigns) for (const span of run) stacked.add(span);
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

/** Most text begins with a sign of ASCII, which tells sooner than the text without its spaces. */
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
