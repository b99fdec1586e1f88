import { sharedHeight } from "../model/boxes.ts";
import { hasRightToLeft } from "../model/direction.ts";
import { add, gapBetween, widestGapEm, type OpenLine } from "./open-line.ts";

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
