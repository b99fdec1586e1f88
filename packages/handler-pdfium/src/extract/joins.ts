import { stextScale } from "@reader/pdf-pages/lines";
import { at, noStyle, type ObjectStyle, type PageCharacters } from "./page-characters.ts";
import { added, isAccent } from "./painting-order.ts";

/** How characters follow each other: flags by the number of the character. */
export interface Joins {
  /** 1 if the character continues the span of the one before it. */
  readonly isInSpan: Uint8Array;
  /** The number of spaces before the character that the engine does not give. They belong to the span before. */
  readonly spaces: Uint8Array;
}

/** Minimum gap between words, and the gap after which text continues in another cell or column, in ems. */
const spaceGapEm = 0.15;
const widestGapEm = 0.8;
/** Maximum shift of the baseline within a span, in ems. */
const mostRaisedEm = 0.1;
/** Maximum shift of the baseline within a line, in ems. */
export const mostRaisedInLineEm = 0.6;
/** Scripts from here on are handled by `addSpaces`: in some, letters are set apart and words are not. */
const firstOtherScript = 0x700;

/** Finds the spans of a page and the spaces between its words. */
export function joinsOf(characters: PageCharacters): Joins {
  const { count, added: kinds, texts } = characters;
  const joins = { isInSpan: new Uint8Array(count), spaces: new Uint8Array(count) };
  let last = -1;
  let isSpaceGiven = false;
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index];
    if (kind === added.line) last = -1;
    if (kind === added.space) isSpaceGiven = true;
    if (kind !== added.none) continue;
    const step = last < 0 ? undefined : stepTo(characters, last, index);
    if (step !== undefined) {
      const isWanted = (isSpaceGiven || step.isApart) && !isSpace(texts[last]) && !isSpace(texts[index]);
      joins.spaces[index] = step.lostSpaces + Number(isWanted);
      joins.isInSpan[index] = Number(step.isInSpan);
    }
    last = index;
    isSpaceGiven = false;
  }
  return joins;
}

function isSpace(text: string | undefined): boolean {
  return text === " " || text === "\u00A0";
}

/** Returns the style of a character. */
export function styleAt({ styles }: PageCharacters, index: number): ObjectStyle {
  return styles[index] ?? noStyle;
}

/** A step from one character to the next in a line. */
interface Step {
  readonly isInSpan: boolean;
  /** True if a gap as between words is before it. */
  readonly isApart: boolean;
  /** The number of spaces that the engine left out. */
  readonly lostSpaces: number;
}

/** Returns the step to a character, or `undefined` if it is in another line or cell. */
function stepTo(characters: PageCharacters, last: number, one: number): Step | undefined {
  const { x, y } = characters;
  const before = styleAt(characters, last);
  const style = styleAt(characters, one);
  const { along } = style;
  if (before.along.x * along.x + before.along.y * along.y < 0.99) return undefined;
  const sizePt = Math.max(before.font.size, style.font.size) / stextScale;
  const raisedPt = Math.abs((at(x, one) - at(x, last)) * along.y - (at(y, one) - at(y, last)) * along.x);
  const isAccented = isAccent(characters.texts[last]) || isAccent(characters.texts[one]);
  const mostRaisedPt = (isAccented ? mostRaisedAccentEm : mostRaisedInLineEm) * sizePt;
  if (raisedPt > mostRaisedPt) return before === style ? downwards(characters, last, one) : undefined;
  const { forwardPt, apartPt } = gapsBetween(characters, last, one);
  const lostSpaces = lostSpacesIn(characters, last, one);
  if (lostSpaces === 0 && apartPt > widestGapEm * sizePt) return undefined;
  const ownSizePt = style.font.size / stextScale;
  return {
    lostSpaces,
    isInSpan:
      isLevel(characters, { last, one }, raisedPt / ownSizePt) && isSameSpan(characters, { last, one, forwardPt }),
    isApart: forwardPt >= spaceGapEm * ownSizePt && partsWords(characters, last, one),
  };
}

/** Two characters that follow each other, and the gap between them. */
interface Pair {
  readonly last: number;
  readonly one: number;
  readonly forwardPt: number;
}

/** True if two characters have one style. After a gap without a space, another text object may be another cell. */
function isSameSpan(characters: PageCharacters, { last, one, forwardPt }: Pair): boolean {
  const { texts } = characters;
  const [before, style] = [styleAt(characters, last), styleAt(characters, one)];
  if (before.object === style.object) return true;
  const isGap = forwardPt >= (spaceGapEm * style.font.size) / stextScale;
  return isSameStyle(before, style) && (!isGap || isSpace(texts[last]) || isSpace(texts[one]));
}

/** Above capital letters, TeX raises accents by less than this; it lowers a bar below a letter by more. */
const mostRaisedAccentEm = 0.75;

/** True if two characters are on one baseline, or one is an accent over the other. */
function isLevel({ texts }: PageCharacters, { last, one }: Omit<Pair, "forwardPt">, raisedEm: number): boolean {
  if (raisedEm <= mostRaisedEm) return true;
  return raisedEm <= mostRaisedAccentEm && (isAccent(texts[last]) || isAccent(texts[one]));
}

/** Scripts with spaces between words, some of whose letters are set apart. */
const partedScript =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Ethiopic}\p{Script=Georgian}]/u;

/** Punctuation and symbols that all scripts share: quotation marks, dashes, a minus. */
const sharedSign = /^[\u2000-\u2BFF]$/u;

/** True if a gap after a character parts words: in some scripts only if the engine saw it. */
function partsWords({ texts, isAfterGap }: PageCharacters, last: number, one: number): boolean {
  const [before = "", text = ""] = [texts[last], texts[one]];
  if (isOfFirstScript(before) || (sharedSign.test(before) && isOfFirstScript(text))) return true;
  return isAfterGap[one] === 1 && partedScript.test(before);
}

function isOfFirstScript(text: string): boolean {
  return (text.codePointAt(0) ?? 0) < firstOtherScript;
}

/** Some programs set vertical text as characters of one object below each other. */
function downwards({ x, x0, x1, y0, y1 }: PageCharacters, last: number, one: number): Step | undefined {
  const heightPt = at(y1, last) - at(y0, last);
  const isBelow = Math.abs(at(x, one) - at(x, last)) <= mostRaisedEm * heightPt;
  const gapPt = Math.max(at(y0, one) - at(y1, last), at(y0, last) - at(y1, one));
  const areAligned = at(x0, one) < at(x1, last) && at(x0, last) < at(x1, one);
  return isBelow && areAligned && gapPt <= widestGapEm * heightPt
    ? { isInSpan: true, isApart: false, lostSpaces: 0 }
    : undefined;
}

/** Minimum width of a space of a monospaced font, and maximum width of its characters, in ems. */
const leastMonospacedEm = 0.45;
const mostMonospacedEm = 0.75;
const maxLostSpaces = 200;

/** The engine gives one of several spaces in a row. In monospaced text, their number is visible from the gap. */
function lostSpacesIn(characters: PageCharacters, last: number, one: number): number {
  const { texts, x, x0, x1 } = characters;
  if (!isSpace(texts[last]) || isSpace(texts[one])) return 0;
  const sizePt = styleAt(characters, last).font.size / stextScale;
  const widthPt = at(x1, last) - at(x0, last);
  const beforePt = at(x, last) - at(x, last - 1);
  const isMonospaced = widthPt >= leastMonospacedEm * sizePt && widthPt <= mostMonospacedEm * sizePt;
  if (!isMonospaced) return 0;
  // Characters may be set closer than they are wide.
  const isNext = beforePt >= leastMonospacedEm * sizePt && beforePt <= mostMonospacedEm * sizePt;
  const count = Math.round((at(x, one) - at(x, last)) / (isNext ? beforePt : widthPt)) - 1;
  return count > 0 && count <= maxLostSpaces ? count : 0;
}

interface Gaps {
  /**
   * From the end of the last character to the start of the next; negative for a step backwards. What a glyph draws before
   * its start, such as the tail of an italic f, is not part of it.
   */
  readonly forwardPt: number;
  /** The distance of both, whichever is first; negative if they overlap. */
  readonly apartPt: number;
}

function gapsBetween(characters: PageCharacters, last: number, one: number): Gaps {
  const { along } = styleAt(characters, one);
  const isAcross = Math.abs(along.x) >= Math.abs(along.y);
  const starts = isAcross ? characters.x0 : characters.y0;
  const ends = isAcross ? characters.x1 : characters.y1;
  const behindPt = at(starts, one) - at(ends, last);
  const beforePt = at(starts, last) - at(ends, one);
  const apartPt = Math.max(behindPt, beforePt);
  if (along.x >= 0.99) return { forwardPt: at(characters.x, one) - endOfSyllable(characters, last), apartPt };
  return { forwardPt: (isAcross ? along.x : along.y) > 0 ? behindPt : beforePt, apartPt };
}

const mark = /^\p{M}$/u;
/** More marks than a letter has. */
const maxMarks = 8;

/** Returns the end of a character in a horizontal line, or of the letter above or below which it stands. */
function endOfSyllable({ texts, x1, y }: PageCharacters, index: number): number {
  let end = at(x1, index);
  for (let last = index; last > index - maxMarks && mark.test(texts[last] ?? ""); last -= 1) {
    if (at(y, last - 1) === at(y, index)) end = Math.max(end, at(x1, last - 1));
  }
  return end;
}

function isSameStyle(one: ObjectStyle, other: ObjectStyle): boolean {
  if (one === other) return true;
  const [a, b] = [one.font, other.font];
  return (
    one.content === other.content &&
    a.name === b.name &&
    Math.abs(a.size - b.size) < 0.5 &&
    a.weight === b.weight &&
    a.style === b.style
  );
}
