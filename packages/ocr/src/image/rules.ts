import type { RecognisableImage } from "@reader/core/handler";
import { inkLevelsOf, type InkLevels } from "./ink-levels.ts";

/** A rule is longer than this share of the longer side, so that no letter is taken for one, and than so many pixels. */
const minLengthShare = 1 / 40;
const minLengthPx = 60;

/** And it is thinner than this share of the longer side: 2 mm of a page. */
const maxThicknessShare = 1 / 250;
const minThicknessPx = 4;

/**
 * Noise breaks a thin rule into pieces that are ink for certain and such as may be. Whole words run together where the
 * latter count, so that what holds them must be longer than a word, 30 mm of a page, and ink for certain in so large a part.
 */
const minBrokenShare = 1 / 10;
const minSureShare = 0.4;

/** So much of it must be thin: what is thick here and there is crossed by others or touched by letters. */
const minThinShare = 0.7;

const paper = 255;

/** How the pixels of a picture are gone through: along the lines that are looked for, and across them. */
interface Direction {
  /** How many lines there are, and how long they are. */
  readonly lines: number;
  readonly length: number;
  /** From one pixel of a line to the next, and from one line to the next. */
  readonly along: number;
  readonly across: number;
}

/**
 * The picture without the rules of its tables, frames and forms: Tesseract takes the cells between them for pictures,
 * and leaves out what is written there.
 */
export function withoutRules(image: RecognisableImage): RecognisableImage {
  const { data, widthPx, heightPx } = image;
  const cleaned = Uint8Array.from(data);
  const longerSide = Math.max(widthPx, heightPx);
  const limits = {
    minLength: Math.max(minLengthPx, longerSide * minLengthShare),
    minBrokenLength: longerSide * minBrokenShare,
    maxThickness: Math.max(minThicknessPx, longerSide * maxThicknessShare),
  };
  const ink = inkLevelsOf(data);
  const rows: Direction = { lines: heightPx, length: widthPx, along: 1, across: widthPx };
  const columns: Direction = { lines: widthPx, length: heightPx, along: widthPx, across: 1 };
  for (const direction of [rows, columns]) eraseRules({ data, cleaned, limits, ink }, direction);
  return { ...image, data: cleaned };
}

interface Sheet {
  readonly data: Uint8Array;
  readonly cleaned: Uint8Array;
  readonly limits: { readonly minLength: number; readonly minBrokenLength: number; readonly maxThickness: number };
  readonly ink: InkLevels;
}

function eraseRules(sheet: Sheet, direction: Direction): void {
  const { likely, sure } = sheet.ink;
  for (let line = 0; line < direction.lines; line++) {
    const whole: Run = { line, start: 0, end: direction.length, maxGrey: likely };
    for (const run of runsIn(sheet, direction, whole)) {
      if (isBrokenRule(sheet, direction, run) && eraseRun(sheet, direction, run)) continue;
      for (const part of runsIn(sheet, direction, { ...run, maxGrey: sure })) eraseRun(sheet, direction, part);
    }
  }
}

/** A part of one line, from `start` up to `end`, in which what is darker than `maxGrey` is ink. */
interface Run {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly maxGrey: number;
}

/** Those in a part that are ink throughout, and long enough for a rule. */
function* runsIn({ data, limits }: Sheet, { along, across }: Direction, within: Run): Generator<Run> {
  const { line, maxGrey } = within;
  let { start } = within;
  for (let at = start; at <= within.end; at++) {
    if (at < within.end && (data[line * across + at * along] ?? paper) < maxGrey) continue;
    if (at - start >= limits.minLength) yield { line, start, end: at, maxGrey };
    start = at + 1;
  }
}

function isBrokenRule({ data, limits, ink }: Sheet, { along, across }: Direction, { line, start, end }: Run): boolean {
  if (end - start < limits.minBrokenLength) return false;
  let sure = 0;
  for (let at = start; at < end; at++) if ((data[line * across + at * along] ?? paper) < ink.sure) sure += 1;
  return sure >= (end - start) * minSureShare;
}

/** Erases a run of ink where it is thin, if it is thin nearly everywhere: an area and a row of letters are not. */
function eraseRun(sheet: Sheet, direction: Direction, run: Run): boolean {
  const { line, start, end } = run;
  const thin: number[] = [];
  for (let at = start; at < end; at++) if (isThin(sheet, direction, { ...run, start: at })) thin.push(at);
  if (thin.length < (end - start) * minThinShare) return false;
  const isThinAt = new Set(thin);
  for (const at of withCrossings(thin, run, sheet.limits.maxThickness)) {
    eraseAt(sheet, direction, { line, at, isThin: isThinAt.has(at) });
  }
  return true;
}

/** A pixel of a rule; where the rule is thin, all ink there is its own. */
interface RulePixel {
  readonly line: number;
  readonly at: number;
  readonly isThin: boolean;
}

/** With the rows beside it where a rule is not quite level, and with its grey edges, which would be left as thinner ones. */
function eraseAt(
  { data, cleaned, ink }: Sheet,
  direction: Direction,
  { line, at, isThin: hasOwnInk }: RulePixel,
): void {
  const { along, across, lines } = direction;
  // White would be lighter than the paper of a faint page, and print beside it less sure.
  const erase = (each: number): number => (cleaned[each * across + at * along] = ink.ground);
  const isSure = (each: number): boolean => (data[each * across + at * along] ?? paper) < ink.sure;
  erase(line);
  for (const step of [-1, 1]) {
    let each = line + step;
    for (; hasOwnInk && each >= 0 && each < lines && isSure(each); each += step) erase(each);
    if (each >= 0 && each < lines && !isSure(each)) erase(each);
  }
}

/** With the gaps where another rule crosses or ends; the corner would be taken for a full stop. */
function* withCrossings(thin: readonly number[], { start, end }: Run, maxGap: number): Generator<number> {
  let last = start - 1;
  for (const at of [...thin, end]) {
    if (at - last - 1 <= maxGap) for (let gap = last + 1; gap < at; gap++) yield gap;
    if (at < end) yield at;
    last = at;
  }
}

/** Whether the ink at the start of a run reaches no further across than a rule is thick. */
function isThin({ data, limits }: Sheet, { lines, along, across }: Direction, { line, start, maxGrey }: Run): boolean {
  const { maxThickness } = limits;
  const isInkOn = (each: number): boolean =>
    each >= 0 && each < lines && (data[each * across + start * along] ?? paper) < maxGrey;
  let thickness = 1;
  for (let each = line - 1; thickness <= maxThickness && isInkOn(each); each--) thickness++;
  for (let each = line + 1; thickness <= maxThickness && isInkOn(each); each++) thickness++;
  return thickness <= maxThickness;
}
