import type { RecognisableImage } from "@reader/core/internal";
import { inkLevelsOf, type InkLevels } from "./ink-levels.ts";

/** Minimum length of a rule, as a share of the longer side and in pixels. Letters are shorter. */
const minLengthShare = 1 / 40;
const minLengthPx = 60;

/** Maximum thickness of a rule as a share of the longer side (2 mm of a page), at least 4 pixels. */
const maxThicknessShare = 1 / 250;
const minThicknessPx = 4;

/**
 * Minimum length and share of certain ink of a rule broken by noise. Counting likely ink would join the letters of
 * words, so such a rule must be longer than a word (30 mm of a page).
 */
const minBrokenShare = 1 / 10;
const minSureShare = 0.4;

/** Minimum thin share of a rule. Other rules and letters may touch it. */
const minThinShare = 0.7;

const paper = 255;

/** How pixels are traversed: along the rules searched for, and across them. */
interface Direction {
  /** Number of lines, and their length. */
  readonly lines: number;
  readonly length: number;
  /** Index step from one pixel of a line to the next, and from one line to the next. */
  readonly along: number;
  readonly across: number;
}

/**
 * Erases the rules of tables, frames and forms. Tesseract takes cells between them for illustrations and skips their
 * text.
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

/** A part of a line from `start` to `end`. Pixels darker than `maxGrey` are ink. */
interface Run {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly maxGrey: number;
}

/** Yields the runs of ink in a range that are long enough for a rule. */
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

/** Erases the thin parts of a run of ink if most of it is thin, unlike an area or a row of letters. */
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

/** A pixel of a rule. If the rule is thin there, all ink belongs to it. */
interface RulePixel {
  readonly line: number;
  readonly at: number;
  readonly isThin: boolean;
}

/** Erases a pixel of a rule with its neighbours across, for rules that are not quite level, and with its grey edges. */
function eraseAt(
  { data, cleaned, ink }: Sheet,
  direction: Direction,
  { line, at, isThin: hasOwnInk }: RulePixel,
): void {
  const { along, across, lines } = direction;
  // White would be lighter than the paper of a faint page and reduce confidence nearby.
  const erase = (each: number): number => (cleaned[each * across + at * along] = ink.ground);
  const isSure = (each: number): boolean => (data[each * across + at * along] ?? paper) < ink.sure;
  erase(line);
  for (const step of [-1, 1]) {
    let each = line + step;
    for (; hasOwnInk && each >= 0 && each < lines && isSure(each); each += step) erase(each);
    if (each >= 0 && each < lines && !isSure(each)) erase(each);
  }
}

/** Includes gaps where another rule crosses or ends. The corner would be read as a full stop. */
function* withCrossings(thin: readonly number[], { start, end }: Run, maxGap: number): Generator<number> {
  let last = start - 1;
  for (const at of [...thin, end]) {
    if (at - last - 1 <= maxGap) for (let gap = last + 1; gap < at; gap++) yield gap;
    if (at < end) yield at;
    last = at;
  }
}

/** True if the ink at the start of a run is at most as thick as a rule. */
function isThin({ data, limits }: Sheet, { lines, along, across }: Direction, { line, start, maxGrey }: Run): boolean {
  const { maxThickness } = limits;
  const isInkOn = (each: number): boolean =>
    each >= 0 && each < lines && (data[each * across + start * along] ?? paper) < maxGrey;
  let thickness = 1;
  for (let each = line - 1; thickness <= maxThickness && isInkOn(each); each--) thickness++;
  for (let each = line + 1; thickness <= maxThickness && isInkOn(each); each++) thickness++;
  return thickness <= maxThickness;
}
