import { boxAround, centreOf, holds } from "../../model/boxes.ts";
import { type Box, type CardGrid, type PageContent, type TextLine, textOf } from "../../model/page-content.ts";
import type { Vector } from "../../model/page-model.ts";
import { hasInk } from "../../model/plain-text.ts";
import { around } from "../cells/fragment.ts";
import { type Grid, gridOf, touchingGroups } from "./grid.ts";
import { clusters, type RuleLines, ruleLines, rulesAmong, snapPt } from "./rule-lines.ts";

/** Minimum sides of a card in points. Smaller boxes are cells of one line, check boxes and keys. */
const minWidthPt = 50;
const minHeightPt = 22;

/** Maximum number of frames and lines checked per page. Pages with more are drawings. */
const maxFrames = 1000;
const maxLines = 2000;

/** Cards of one grid have the same size, up to this difference in points. */
const sameSizePt = 3;

/** Minimum number of cards of the same size. Fewer are boxes beside text. */
const minCards = 3;

/** Minimum number of lines of a card, and of most cards. Cells of tables have fewer, except for wrapped text. */
const minCardLines = 2;
const usualCardLines = 3;

/** Maximum overhang of text over the frame around it, in points. */
const slackPt = 2;

/** Returns the boxes that are drawn as one shape, such as frames with rounded corners. */
function framesAmong(vectors: readonly Vector[]): readonly Box[] {
  const frames: Box[] = [];
  for (const { box, isStroked, isPaper } of vectors) {
    if (frames.length >= maxFrames) break;
    if ((isStroked || !isPaper) && isLarge(box)) frames.push(box);
  }
  return frames;
}

function isLarge({ x0, y0, x1, y1 }: Box): boolean {
  return x1 - x0 >= minWidthPt && y1 - y0 >= minHeightPt;
}

/**
 * Finds boxes of one size side by side that each hold lines of their own, such as business cards, badges and price
 * labels. They are read one after the other: neither their lines nor their boxes are rows of a table.
 */
export function findCards(content: PageContent, vectors: readonly Vector[]): readonly CardGrid[] {
  if (!mayHoldCards(vectors)) return [];
  const frames = framesAmong(vectors);
  const cells = touchingGroups(ruleLines(rulesAmong(vectors))).flatMap(cellsOf);
  const all = distinct([...frames, ...cells].filter(isLarge).slice(0, maxFrames));
  if (all.length < minCards) return [];
  const texts = content.blocks.flatMap((block) => block.lines).filter(isShown);
  if (texts.length > maxLines) return [];
  const filled = all.map((box) => ({ box, lines: texts.filter(({ box: text }) => holds(box, centreOf(text))) }));
  const grids: CardGrid[] = [];
  for (const group of sameSized(filled.filter((frame) => frame.lines.length > 0))) {
    const taken = new Set(grids.flatMap((grid) => [...grid.lines]));
    if (!areCards(group) || isPartOfTable(group, filled) || hasTextBetween(group, texts)) continue;
    if (group.some((card) => card.lines.some((line) => taken.has(line)))) continue;
    grids.push(gridOfCards(group));
  }
  return grids;
}

/**
 * True if something is as large as a card, or has sides as long, which are drawn in one piece, without rules closer to
 * each other that reach all of it. The rows of most tables are lower, and their rules are not joined here.
 */
function mayHoldCards(vectors: readonly Vector[]): boolean {
  const tall = vectors.filter(({ box }) => box.y1 - box.y0 >= minHeightPt);
  if (tall.length === 0 || tall.some(({ box }) => isLarge(box))) return tall.length > 0;
  const rules = vectors.flatMap(({ box }) => (box.y1 - box.y0 < minHeightPt ? [box] : []));
  const sorted = rules.toSorted((one, other) => middleOf(one) - middleOf(other));
  return tall.some(({ box }) => hasRoom(box, sorted));
}

function middleOf({ y0, y1 }: Box): number {
  return (y0 + y1) / 2;
}

/** True if two of the sorted rules that reach a side are as far apart as the edges of a card. */
function hasRoom({ x0, y0, x1, y1 }: Box, rules: readonly Box[]): boolean {
  let last = y0;
  for (const rule of rules) {
    const at = middleOf(rule);
    if (at <= y0 || rule.x0 > x1 + snapPt || rule.x1 < x0 - snapPt) continue;
    if (Math.min(at, y1) - last >= minHeightPt) return true;
    if (at >= y1) return false;
    last = at;
  }
  return y1 - last >= minHeightPt;
}

/** True if text is beside the cards, within their width: then they are shaded cells of a table, or a drawing. */
function hasTextBetween(group: readonly Frame[], texts: readonly TextLine[]): boolean {
  const onCards = new Set(group.flatMap((card) => card.lines));
  const [first] = group;
  const widthPt = first === undefined ? 0 : first.box.x1 - first.box.x0;
  const whole = boxAround(group);
  return texts.some((line) => {
    const { x, y } = centreOf(line.box);
    const isNear = x > whole.x0 - widthPt && x < whole.x1 + widthPt;
    return isNear && !onCards.has(line) && group.some((card) => y > card.box.y0 && y < card.box.y1);
  });
}

function isShown({ runs, direction }: TextLine): boolean {
  return direction !== "vertical" && runs.some(({ text }) => hasInk(text));
}

/** A box and the lines whose middle is inside. */
interface Frame {
  readonly box: Box;
  readonly lines: readonly TextLine[];
}

/** Returns the cells of a grid, or the one box that four rules enclose. */
function cellsOf(group: RuleLines): readonly Box[] {
  const grid = gridOf(group);
  if (grid !== undefined) return boxesOf(grid);
  const [xs, ys] = [group.vertical, group.horizontal].map((rules) => clusters(rules.map(({ at }) => at)));
  const [x0, x1, ...moreX] = xs ?? [];
  const [y0, y1, ...moreY] = ys ?? [];
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return [];
  return moreX.length + moreY.length === 0 ? [{ x0, y0, x1, y1 }] : [];
}

function boxesOf({ xs, ys, cellOf }: Grid): readonly Box[] {
  const boxes = new Map<number, Box>();
  const columns = xs.length - 1;
  for (const [index, cell] of cellOf.entries()) {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const part = { x0: xs[column] ?? 0, y0: ys[row] ?? 0, x1: xs[column + 1] ?? 0, y1: ys[row + 1] ?? 0 };
    const known = boxes.get(cell);
    boxes.set(cell, known === undefined ? part : around(known, part));
  }
  return [...boxes.values()];
}

/** Both edges of a border, or a border and the background below it, are one frame. */
function distinct(boxes: readonly Box[]): readonly Box[] {
  const kept: Box[] = [];
  for (const box of boxes.toSorted((one, other) => areaOf(other) - areaOf(one))) {
    if (!kept.some((other) => distanceOf(box, other) <= snapPt)) kept.push(box);
  }
  return kept;
}

function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}

function distanceOf(one: Box, other: Box): number {
  return Math.max(
    Math.abs(one.x0 - other.x0),
    Math.abs(one.y0 - other.y0),
    Math.abs(one.x1 - other.x1),
    Math.abs(one.y1 - other.y1),
  );
}

/** Groups frames by size, the largest first, so that a box inside a card does not take its lines. */
function sameSized(frames: readonly Frame[]): readonly (readonly Frame[])[] {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    const group = groups.find(([first]) => first !== undefined && isSameSize(first.box, frame.box));
    if (group === undefined) groups.push([frame]);
    else group.push(frame);
  }
  return groups;
}

function isSameSize(one: Box, other: Box): boolean {
  const [widths, heights] = [one.x1 - one.x0 - other.x1 + other.x0, one.y1 - one.y0 - other.y1 + other.y0];
  return Math.abs(widths) <= sameSizePt && Math.abs(heights) <= sameSizePt;
}

function areCards(group: readonly Frame[]): boolean {
  if (group.length < minCards || !group.some(({ box }) => group.some((other) => isBeside(box, other.box))))
    return false;
  if (!group.every((card) => isCard(card, group)) || areColumns(group)) return false;
  const long = group.filter(({ lines }) => rowCount(lines) >= usualCardLines);
  return long.length * 2 > group.length || group.every(hasTitle);
}

/** True if half of the boxes hold nothing but amounts: they are columns of a table with rules between them. */
function areColumns(group: readonly Frame[]): boolean {
  return group.filter(({ lines }) => lines.every(isAmount)).length * 2 >= group.length;
}

/** True for a line without words. */
function isAmount({ runs }: TextLine): boolean {
  return !/\p{L}{2}/u.test(textOf(runs));
}

function isBeside(one: Box, other: Box): boolean {
  const shared = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return other.x0 >= one.x1 - snapPt && shared > 0.8 * (one.y1 - one.y0);
}

/** True for a box that holds whole lines, apart from the other boxes. */
function isCard({ box, lines }: Frame, group: readonly Frame[]): boolean {
  if (rowCount(lines) < minCardLines) return false;
  const isWhole = lines.every(({ box: { x0, x1 } }) => x0 >= box.x0 - slackPt && x1 <= box.x1 + slackPt);
  return isWhole && group.every(({ box: other }) => other === box || !holds(other, centreOf(box)));
}

/** Counts the lines of a card that are below each other. */
function rowCount(lines: readonly TextLine[]): number {
  let count = 0;
  let bottomPt = -Infinity;
  for (const { box } of fromTop(lines)) {
    if ((box.y0 + box.y1) / 2 <= bottomPt) continue;
    count += 1;
    bottomPt = box.y1;
  }
  return count;
}

/** Minimum ratio of the sizes of a title and the text below it. */
const titleRatio = 1.1;

/** True if the first line of a card is larger or bolder than another. */
function hasTitle({ lines }: Frame): boolean {
  const [first, ...others] = fromTop(lines).map(({ runs }) => runs.find(({ text }) => hasInk(text))?.style);
  if (first === undefined) return false;
  return others.some(
    (style) => style !== undefined && (first.sizePt > titleRatio * style.sizePt || (first.isBold && !style.isBold)),
  );
}

/** True if a box of another size that touches the cards holds text, as the heads of a table do. */
function isPartOfTable(group: readonly Frame[], all: readonly Frame[]): boolean {
  const others = all.filter((frame) => frame.lines.length > 0 && !group.includes(frame));
  return others.some(({ box }) => group.some((card) => isNextTo(box, card.box)));
}

/** True if two boxes share a side, and neither contains the other. */
function isNextTo(one: Box, other: Box): boolean {
  if (holds(one, centreOf(other)) || holds(other, centreOf(one))) return false;
  const x = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const y = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return (Math.abs(x) <= snapPt && y > snapPt) || (Math.abs(y) <= snapPt && x > snapPt);
}

/** Orders the cards in rows from the top, and in each row in reading direction. */
function gridOfCards(group: readonly Frame[]): CardGrid {
  const lines = group.flatMap((card) => card.lines);
  const isFromRight = lines.filter(({ direction }) => direction === "rtl").length * 2 > lines.length;
  const sign = isFromRight ? -1 : 1;
  const ordered = group.toSorted(({ box: one }, { box: other }) =>
    Math.abs(one.y0 - other.y0) > (one.y1 - one.y0) / 2 ? one.y0 - other.y0 : sign * (one.x0 - other.x0),
  );
  return {
    box: boxAround(group),
    cards: ordered.map((card) => fromTop(card.lines)),
    lines: new Set(lines),
    ended: new Set(group.flatMap(({ box, lines: own }) => endedLines(box, fromTop(own)))),
  };
}

/** Returns the lines of a card with room for the first word of the next line. The margins of a card are equal. */
function endedLines(card: Box, lines: readonly TextLine[]): readonly TextLine[] {
  const marginPt = lines.reduce((least, { box }) => Math.min(least, box.x0 - card.x0), Infinity);
  return lines.filter(({ box }, index) => {
    const next = lines[index + 1];
    const roomPt = card.x1 - marginPt - (box.x1 - box.x0) - card.x0 - marginPt;
    return next === undefined || roomPt > firstWordPt(next);
  });
}

/** Estimates the width of the first word of a line and the space before it, from its share of the characters. */
function firstWordPt({ runs, box }: TextLine): number {
  const text = textOf(runs).trim();
  const word = text.split(/\s/u, 1)[0] ?? "";
  return ((word.length + 1) / Math.max(1, text.length)) * (box.x1 - box.x0);
}

function fromTop(lines: readonly TextLine[]): readonly TextLine[] {
  return lines.toSorted(({ box: one }, { box: other }) => {
    const isSameRow = Math.abs(one.y0 + one.y1 - other.y0 - other.y1) < Math.min(one.y1 - one.y0, other.y1 - other.y0);
    return isSameRow ? one.x0 - other.x0 : one.y0 - other.y0;
  });
}
