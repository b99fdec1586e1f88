import { boxAround } from "../../model/boxes.ts";
import type { FlowLine } from "../flow.ts";
import { gapEm } from "../line-geometry.ts";
import type { Candidate } from "./heading-evidence.ts";
import { isNumbered } from "./numbered.ts";
import type { BodyType } from "./type-sizes.ts";

/** Small capitals are capitals of smaller type; by how much at most, and how far from the middle of the text they may stand. */
const smallShare = 0.7;
const offMiddleEm = 1;

/** How far they are set in, and what lies between them and the text, in heights of the type. */
const leastIndentEm = 2;
const widestGapEm = 1.5;

/** A line with fewer characters is no text that a heading could stand above. */
const shortestText = 24;

/** A single line of capitals in the middle above text, the first letters as large as that: a section of a paper. */
export function isInSmallCapitals({ paragraph, text, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  if (paragraph.lines.length > 1 || /\p{Ll}/u.test(text) || !/\p{Lu}{3}/u.test(text)) return false;
  const lines = after?.lines ?? [];
  const [next] = lines;
  if (next === undefined || !isSmallAbove(first, next, body)) return false;
  return (isNumbered(text) && isNumbered(next.text)) || isInMiddle(first, lines, body);
}

function isSmallAbove(first: FlowLine, next: FlowLine, { sizePt }: BodyType): boolean {
  if (first.sizePt >= sizePt || first.sizePt < smallShare * sizePt || !hasLargeLetters(first, next)) return false;
  if (next.box.y0 <= first.box.y0 || gapEm(first, next) >= widestGapEm) return false;
  return first.box.x0 - next.box.x0 >= leastIndentEm * sizePt;
}

/** Whether a line reaches as high as the one below it, though most of its letters are smaller. */
function hasLargeLetters({ box }: FlowLine, next: FlowLine): boolean {
  return box.y1 - box.y0 > 0.92 * (next.box.y1 - next.box.y0);
}

function isInMiddle({ box }: FlowLine, lines: readonly FlowLine[], body: BodyType): boolean {
  const [next] = lines;
  if (next === undefined || next.font !== body.font || next.text.length <= shortestText) return false;
  const below = boxAround(lines);
  return Math.abs(box.x0 + box.x1 - below.x0 - below.x1) / 2 < offMiddleEm * body.sizePt;
}
