import type { RecognisableImage } from "@reader/core/handler";

/** What is darker is ink. */
const maxInk = 170;

/** A rule is longer than this share of the longer side, so that no letter is taken for one, and than so many pixels. */
const minLengthShare = 1 / 40;
const minLengthPx = 60;

/** And it is thinner than this share of the longer side: 2 mm of a page. */
const maxThicknessShare = 1 / 250;
const minThicknessPx = 4;

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
    maxThickness: Math.max(minThicknessPx, longerSide * maxThicknessShare),
  };
  const rows: Direction = { lines: heightPx, length: widthPx, along: 1, across: widthPx };
  const columns: Direction = { lines: widthPx, length: heightPx, along: widthPx, across: 1 };
  for (const direction of [rows, columns]) eraseRules({ data, cleaned, limits }, direction);
  return { ...image, data: cleaned };
}

interface Sheet {
  readonly data: Uint8Array;
  readonly cleaned: Uint8Array;
  readonly limits: { readonly minLength: number; readonly maxThickness: number };
}

function eraseRules(sheet: Sheet, direction: Direction): void {
  const { data, limits } = sheet;
  const { lines, length, along, across } = direction;
  for (let line = 0; line < lines; line++) {
    let start = 0;
    for (let at = 0; at <= length; at++) {
      const isInk = at < length && isInkAt(data, line * across + at * along);
      if (isInk) continue;
      if (at - start >= limits.minLength) eraseRun(sheet, direction, { line, start, end: at });
      start = at + 1;
    }
  }
}

interface Run {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Erases a run of ink where it is thin, if it is thin nearly everywhere: an area and a row of letters are not. */
function eraseRun(sheet: Sheet, direction: Direction, { line, start, end }: Run): void {
  const thin: number[] = [];
  for (let at = start; at < end; at++) if (isThin(sheet, direction, { line, at })) thin.push(at);
  if (thin.length < (end - start) * minThinShare) return;
  const { along, across, lines } = direction;
  for (const at of withCrossings(thin, sheet.limits.maxThickness)) {
    const index = line * across + at * along;
    sheet.cleaned[index] = paper;
    // The grey edge of a rule would be left as a thinner one.
    if (line > 0 && !isInkAt(sheet.data, index - across)) sheet.cleaned[index - across] = paper;
    if (line < lines - 1 && !isInkAt(sheet.data, index + across)) sheet.cleaned[index + across] = paper;
  }
}

/** With the gaps where another rule crosses; its corner would be taken for a full stop. */
function* withCrossings(thin: readonly number[], maxGap: number): Generator<number> {
  let last = thin[0] ?? 0;
  for (const at of thin) {
    if (at - last - 1 <= maxGap) for (let gap = last + 1; gap < at; gap++) yield gap;
    yield at;
    last = at;
  }
}

/** Whether the ink at a place reaches no further across than a rule is thick. */
function isThin(
  { data, limits }: Sheet,
  { lines, along, across }: Direction,
  { line, at }: { line: number; at: number },
): boolean {
  const { maxThickness } = limits;
  const isInkOn = (each: number): boolean => each >= 0 && each < lines && isInkAt(data, each * across + at * along);
  let thickness = 1;
  for (let each = line - 1; thickness <= maxThickness && isInkOn(each); each--) thickness++;
  for (let each = line + 1; thickness <= maxThickness && isInkOn(each); each++) thickness++;
  return thickness <= maxThickness;
}

function isInkAt(data: Uint8Array, index: number): boolean {
  return (data[index] ?? paper) < maxInk;
}
