import { boxAround, sharedHeight } from "../../model/boxes.ts";
import { closingStyle, type CodePart, type FlowItem, type FlowLine, openingStyle, startOf } from "../flow.ts";

/**
 * Joins the parts of a line that the engine split at wide gaps, such as a number and its heading, or a marker and its
 * item.
 */
export function joinRows(items: readonly FlowItem[]): readonly FlowItem[] {
  const rows: FlowItem[] = [];
  // The parts of the last row, if it was joined.
  let code: CodePart[] | undefined;
  for (const item of items) {
    const last = rows.at(-1);
    const isJoined = last?.kind === "line" && item.kind === "line";
    if (isJoined && isNextInRow(last, item)) {
      code = joinedCode(last, item, code);
      rows[rows.length - 1] = join(last, item, code);
    } else if (isJoined && isNumberBefore(last, item)) {
      code = joinedCode(item, last, undefined);
      rows[rows.length - 1] = join(item, last, code);
    } else {
      code = undefined;
      rows.push(item);
    }
  }
  return joinLabels(
    rows.map((item, index) => (isJustified(item, rows[index - 1], rows[index + 1]) ? unspread(item) : item)),
  );
}

/** Lines whose ends differ by less end at the same position, in points. */
const samePlacePt = 1;

/** Maximum indent of the first line of a paragraph, in ems. */
const deepestIndentEm = 3;

/** Minimum width of a justified column, in ems. */
const narrowestEm = 8;

/**
 * True if the wide gaps of a line are due to justification in a narrow column: it starts and ends with a neighbouring
 * text line.
 */
function isJustified(
  item: FlowItem,
  before: FlowItem | undefined,
  after: FlowItem | undefined,
): item is FlowLine & { readonly isSpread: true } {
  if (item.kind !== "line" || !item.isSpread || item.box.x1 - item.box.x0 < narrowestEm * item.sizePt) return false;
  return [before, after].some((other) => {
    if (other?.kind !== "line" || other.isSpread || Math.abs(other.box.y0 - item.box.y0) > 2 * item.sizePt)
      return false;
    const indentPt = item.box.x0 - other.box.x0;
    const startsAlike = indentPt >= -samePlacePt && indentPt <= deepestIndentEm * item.sizePt;
    return startsAlike && Math.abs(other.box.x1 - item.box.x1) <= samePlacePt;
  });
}

function unspread(line: FlowLine): FlowLine {
  return { ...line, isSpread: false, text: line.text.replaceAll("  ", " ") };
}

function isNextInRow(last: FlowLine, next: FlowLine): boolean {
  if (last.isVertical || next.isVertical || sharedHeight(last.box, next.box) < 0.5) return false;
  if (isTaggedHeading(last) !== isTaggedHeading(next) && last.tag !== undefined && next.tag !== undefined) return false;
  const slackPt = 0.3 * Math.min(last.sizePt, next.sizePt);
  if (last.isRightToLeft || next.isRightToLeft) return next.box.x1 <= last.box.x0 + slackPt;
  return next.box.x0 >= last.box.x1 - slackPt;
}

/** A tagged heading is unrelated to the text of another element beside it in the next column. */
function isTaggedHeading({ tag }: FlowLine): boolean {
  return /^H[1-6]?$/u.test(tag?.role ?? "");
}

/** True for the number of a heading that was painted after its words. */
function isNumberBefore(last: FlowLine, next: FlowLine): boolean {
  if (!/^[\dIVXA-Z]{1,4}[.)]?$/u.test(next.text) || last.isRightToLeft || !isNextInRow(next, last)) return false;
  return last.box.x0 - next.box.x1 < 4 * last.sizePt && Math.abs(last.sizePt - next.sizePt) < 0.2 * last.sizePt;
}

/** Maximum length of a label at the right, which begins with a capital, a number or a bracket, and its minimum distance in ems. */
const longestLabel = 24;
const label = /^[\p{Lu}\d[(<].*\p{L}{3}/u;
const labelGapEm = 3;

/** Maximum difference between the sizes of a label and its words, as a share. */
const similarShare = 0.15;

/** Joins words with the short label at the right end of their row that was painted before them. */
function joinLabels(rows: readonly FlowItem[]): readonly FlowItem[] {
  const joined: FlowItem[] = [];
  for (const [index, item] of rows.entries()) {
    const last = joined.at(-1);
    const isLabelled = last?.kind === "line" && item.kind === "line" && isPaintedFirst(last, item, rows[index + 1]);
    if (isLabelled) joined[joined.length - 1] = joinLabel(item, last);
    else joined.push(item);
  }
  return joined;
}

function joinLabel(line: FlowLine, right: FlowLine): FlowLine {
  const { lastPart: _lastPart, ...row } = join(line, right, undefined);
  return { ...row, text: `${line.text}  ${right.text}`, isSpread: true };
}

/** True for a label and the words before it, in one block and in similar type. `after` is the item after the words. */
function isPaintedFirst(last: FlowLine, next: FlowLine, after: FlowItem | undefined): boolean {
  if (last.block !== next.block || !isLabel(last) || !/\p{L}/u.test(next.text)) return false;
  if (!isNextInRow(next, last) || last.box.x0 - next.box.x1 < labelGapEm * last.sizePt) return false;
  if (last.isMonospaced && next.isMonospaced) return false;
  return Math.abs(last.sizePt - next.sizePt) <= similarShare * last.sizePt && !goesOnBelow(next, after);
}

function isLabel({ text, isSpread, isRightToLeft }: FlowLine): boolean {
  return !isSpread && !isRightToLeft && text.length <= longestLabel && label.test(text);
}

/** True if words go on in the next line: prose at one position, and a declaration within its brackets. */
function goesOnBelow(line: FlowLine, after: FlowItem | undefined): boolean {
  if (after?.kind !== "line" || after.block !== line.block) return false;
  return Math.abs(after.box.x0 - line.box.x0) < samePlacePt || isOpen(line.text);
}

/** True if a text has more opening than closing brackets. */
function isOpen(text: string): boolean {
  return text.split("(").length > text.split(")").length;
}

/** Returns the parts of two lines of code; none if they are not. `parts` are those of the first if it is a joined row. */
function joinedCode(last: FlowLine, next: FlowLine, parts: CodePart[] | undefined): CodePart[] | undefined {
  if (!next.isMonospaced || !(last.isMonospaced || isLineNumber(last))) return undefined;
  // A row may have very many parts, which are not copied for each.
  const all = parts ?? [...partsOf(last)];
  for (const part of next.code) all.push(part);
  return all;
}

function join(last: FlowLine, next: FlowLine, code: readonly CodePart[] | undefined): FlowLine {
  const main = next.text.length > last.text.length ? next : last;
  const isInitial = isDropCap(last, next);
  const isWide = isWideGap(last, next);
  const isSpread = last.isSpread || isWide;
  const before = `${last.text}${gapText(last, next, isSpread)}`;
  const { lastPart: _lastPart, ...rest } = main;
  const lastPart = isWide ? { start: startOf(next), at: before.length } : last.lastPart;
  return {
    ...rest,
    ...(lastPart === undefined ? {} : { lastPart }),
    ends: { first: openingStyle(last), last: closingStyle(next) },
    isSpread,
    text: shortenLeader(before + next.text),
    code: code ?? [],
    box: isInitial ? next.box : boxAround([last, next]),
    isBold: last.isBold && next.isBold,
    isItalic: last.isItalic && next.isItalic,
    isMonospaced: code !== undefined,
    tag: tagOf(last, next),
  };
}

/** An item continues with the element of its words, not with that of its marker. */
function tagOf({ tag: last }: FlowLine, { tag: next }: FlowLine): FlowLine["tag"] {
  return last?.role === "Lbl" && next !== undefined ? next : (last ?? next);
}

/** Wider than the gap after a list marker or a heading number, in ems. */
const wideGapEm = 1.5;

/** The same after a short word, and the longest text that may be a marker or a number. */
const wideGapAfterWordEm = 3;
const longestMarker = 6;

/** Maximum width of the text after it, in ems. Wider text goes on in the next line. */
const widestValueEm = 20;

/** A short word that is neither a marker, such as `iv)` or `VIII`, nor the end of a broken one. */
const shortWord = /^(?!(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$)\p{Lu}\p{L}+$/u;

function isWideGap(last: FlowLine, next: FlowLine): boolean {
  const gapPt = Math.max(next.box.x0 - last.box.x1, last.box.x0 - next.box.x1);
  if (last.text.length > longestMarker) return gapPt > wideGapEm * next.sizePt;
  const widthPt = next.box.x1 - next.box.x0;
  return gapPt > wideGapAfterWordEm * next.sizePt && widthPt < widestValueEm * next.sizePt && shortWord.test(last.text);
}

/** A drop cap at the start of a chapter. */
function isDropCap(last: FlowLine, next: FlowLine): boolean {
  return /^\p{Lu}$/u.test(last.text) && last.sizePt > 1.8 * next.sizePt && /^\p{Ll}/u.test(next.text);
}

/** Returns the text between the words of two parts. */
function gapText(last: FlowLine, next: FlowLine, isSpread: boolean): string {
  if (isDropCap(last, next) || isFullStop(last, next)) return "";
  return isSpread ? "  " : " ";
}

/** True for punctuation right after the last word, separated by a link or another colour. */
function isFullStop(last: FlowLine, next: FlowLine): boolean {
  return /^[.,;:!?)\]]/u.test(next.text) && Math.abs(next.box.x0 - last.box.x1) < 0.08 * next.sizePt;
}

/** True for the line number of code, which is in another type. */
export function isLineNumber({ text }: FlowLine): boolean {
  return /^\d{1,4}:?$/u.test(text);
}

/** The number of a line of code is in another type. */
function partsOf({ isMonospaced, code, text, box: { x0, x1 } }: FlowLine): readonly CodePart[] {
  return isMonospaced ? code : [{ text, x0, x1 }];
}

/** Minimum number of dots in a leader of a table of contents, with at most one space between them. */
const leastDots = 5;
const dot = /[.\u00B7\u2026]/;
const white = /\s/;

/** A page number or other target at the end of a line. Letters may take two UTF-16 units each. */
const goal = /[\p{L}\p{N}-]{1,10}$/u;
const longestGoal = 20;

const mayLead = /[.\u00B7\u2026] ?[.\u00B7\u2026]/u;

/** Replaces a leader of any width. */
const shortLeader: string = " .... ";

/** True if text has a leader. Adjacent dots are checked first, which is faster. */
export function hasLeader(text: string): boolean {
  return text.includes("....") && text.includes(shortLeader);
}

/** Searching for single characters is many times faster than a regular expression. */
function hasPoint(text: string): boolean {
  return text.includes(".") || text.includes("\u00B7") || text.includes("\u2026");
}

/** Returns the line with a leader of four dots. */
export function shortenLeader(text: string): string {
  if (!hasPoint(text) || !mayLead.test(text)) return text;
  const [led = ""] = goal.exec(text.slice(-longestGoal)) ?? [];
  const start = led === "" ? -1 : leaderStart(text, text.length - led.length);
  return start < 0 ? text : text.slice(0, start) + shortLeader + led;
}

/**
 * Returns the start of a leader that ends at a position, or -1. Searching from the end is linear in any number of dots.
 */
function leaderStart(text: string, end: number): number {
  let at = whiteBefore(text, end);
  let dots = 0;
  while (dot.test(text.charAt(at - 1))) {
    dots += 1;
    at -= white.test(text.charAt(at - 2)) && dot.test(text.charAt(at - 3)) ? 2 : 1;
  }
  return dots < leastDots ? -1 : whiteBefore(text, at);
}

/** Returns the start of the whitespace that ends at a position. */
function whiteBefore(text: string, end: number): number {
  let at = end;
  while (white.test(text.charAt(at - 1))) at -= 1;
  return at;
}
