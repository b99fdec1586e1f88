import type { FlatSpan } from "../model/flat-spans.ts";
import type { StextLine } from "../model/stext-json.ts";

/** By how many degrees, clockwise, a page must be turned so that its text is upright. */
export type Turn = 0 | 90 | 180 | 270;

/** Shorter spans have no direction that could be told from their boxes. */
const minLength = 3;

/** Of the characters that have a direction, so many must have the same one. */
const minShare = 0.8;

/** Fewer characters are a stamp or a label at an axis. */
const minCharacters = 40;

/** How most of the text of a page is turned, as by a scanner or a landscape page that was put on its side. */
export function turnOf(spans: readonly FlatSpan[]): Turn {
  const characters = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { span } of spans) {
    if (span.text.length >= minLength && span.wmode === 0) characters[turnOfSpan(span)] += span.text.length;
  }
  const total = characters[0] + characters[90] + characters[180] + characters[270];
  if (total - characters[0] < minCharacters) return 0;
  const turns = [90, 180, 270] as const;
  return turns.find((turn) => characters[turn] >= minShare * total) ?? 0;
}

/** The point where a span starts, on its base line, lies at another side of its box for each direction. */
function turnOfSpan({ bbox, x, y }: StextLine): Turn {
  if (bbox.h > 2 * bbox.w) return y > bbox.y + bbox.h / 2 ? 90 : 270;
  const isUpsideDown = bbox.w > bbox.h && y < bbox.y + 0.4 * bbox.h && x > bbox.x + bbox.w / 2;
  return isUpsideDown ? 180 : 0;
}
