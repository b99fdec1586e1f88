import { trimmedLength } from "../../model/plain-text.ts";
import type { PageContent, TextLine } from "../../model/page-content.ts";
import { createTotals, mostUsed, type Totals } from "../../model/numbers.ts";
import { lineStyle } from "../flow.ts";

/** Statistics of font sizes in a document, updated page by page. */
export interface TypeSizes {
  /** Learns from a page. Returns the share of its characters that are bold. */
  readonly learn: (content: PageContent) => number;
  /** Returns the type of most text. */
  readonly body: () => BodyType;
  /** Returns the rank of a size among those above the body size, from 1 for the largest. Similar sizes share a rank. */
  readonly rank: (sizePt: number) => number;
  /** Returns the number of ranks. */
  readonly ranks: () => number;
  /** Returns whether non-bold text in a size forms sentences: much of it ends with a full stop. */
  readonly isOfSentences: (sizePt: number) => boolean;
  /** Returns whether text in a size and weight, larger than the body, holds sentences in narrow columns. */
  readonly holdsSentences: (sizePt: number, isBold: boolean) => boolean;
}

/** The type of most text. */
export interface BodyType {
  readonly sizePt: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
}

/** Minimum ratio to the body size that counts as larger. */
const largerBy = 1.12;

/** With this share of monospaced type or more, prose is monospaced. Below it, monospaced text is code. */
const typewrittenShare = 0.75;

/** Sizes closer than this are equal, in points. */
export const samePt = 0.7;

/** Minimum share of lines with a full stop in paragraphs; other lines continue. */
const sentenceShare = 0.25;

/** The same in large type, whose lines have few words. Headings hardly ever end with a full stop. */
const quoteShare = 0.1;

interface Tally {
  /** By size and weight: the number of lines, and of those that end with a full stop. */
  readonly lines: Totals<number>;
  readonly sentences: Totals<number>;
  readonly sizes: Totals<number>;
  readonly fonts: Totals<string>;
  /** Without monospaced text. */
  readonly proseSizes: Totals<number>;
  readonly proseFonts: Totals<string>;
  total: number;
  bold: number;
  italic: number;
  monospaced: number;
}

/** Counts characters by font size, in half points, and by font. */
export function createTypeSizes(): TypeSizes {
  const tally: Tally = {
    lines: createTotals(),
    sentences: createTotals(),
    sizes: createTotals(),
    fonts: createTotals(),
    proseSizes: createTotals(),
    proseFonts: createTotals(),
    total: 0,
    bold: 0,
    italic: 0,
    monospaced: 0,
  };
  let body: BodyType | undefined;
  let steps: readonly number[] | undefined;
  const bodyType = (): BodyType => (body ??= bodyOf(tally));
  const sizeSteps = (): readonly number[] => (steps ??= stepsAbove(tally.sizes.all(), bodyType().sizePt));
  return {
    learn: (content) => {
      body = undefined;
      steps = undefined;
      return count(tally, content);
    },
    body: bodyType,
    rank: (sizePt) => {
      const at = sizeSteps().findIndex((step) => sizePt > step - samePt);
      return at < 0 ? sizeSteps().length + 1 : at + 1;
    },
    ranks: () => sizeSteps().length,
    isOfSentences: (sizePt) => shareOfSentences(tally, typeKey(sizePt, false)) >= sentenceShare,
    holdsSentences: (sizePt, isBold) => shareOfSentences(tally, typeKey(sizePt, isBold)) >= quoteShare,
  };
}

function shareOfSentences({ sentences, lines }: Tally, type: number): number {
  return (sentences.all().get(type) ?? 0) / Math.max(1, lines.all().get(type) ?? 0);
}

/** Counts the characters of a page. Returns the share of those that are bold. */
function count(tally: Tally, content: PageContent): number {
  const { bold, total } = tally;
  for (const { lines } of content.blocks) for (const line of lines) countLine(tally, line);
  return (tally.bold - bold) / Math.max(1, tally.total - total);
}

function countLine(tally: Tally, line: TextLine): void {
  const style = lineStyle(line);
  const length = line.runs.reduce((sum, run) => sum + trimmedLength(run.text), 0);
  const sizePt = halfPoints(style.sizePt);
  tally.sizes.add(sizePt, length);
  tally.fonts.add(style.font, length);
  tally.total += length;
  const type = typeKey(sizePt, style.isBold);
  tally.lines.add(type, 1);
  tally.sentences.add(type, endsSentence(line) ? 1 : 0);
  if (style.isBold) tally.bold += length;
  if (style.isItalic) tally.italic += length;
  if (style.isMonospaced) tally.monospaced += length;
  else {
    tally.proseSizes.add(sizePt, length);
    tally.proseFonts.add(style.font, length);
  }
}

/** Returns a number for a size and weight. Sizes are multiples of a half. */
function typeKey(sizePt: number, isBold: boolean): number {
  return halfPoints(sizePt) + (isBold ? 0.25 : 0);
}

function halfPoints(sizePt: number): number {
  return Math.round(sizePt * 2) / 2;
}

/** Number of characters at the end of a line in which its full stop is looked for. */
const longestEnd = 8;

function endsSentence({ runs }: TextLine): boolean {
  return /\.["”’»]?\s*$/u.test(runs.at(-1)?.text.slice(-longestEnd) ?? "");
}

function bodyOf(tally: Tally): BodyType {
  const isTypewritten = tally.monospaced > typewrittenShare * tally.total;
  return {
    sizePt: mostUsed((isTypewritten ? tally.sizes : tally.proseSizes).all()) ?? 0,
    font: mostUsed((isTypewritten ? tally.fonts : tally.proseFonts).all()) ?? "",
    isBold: tally.bold * 2 > tally.total,
    isItalic: tally.italic * 2 > tally.total,
    isMonospaced: isTypewritten,
  };
}

function stepsAbove(lengths: ReadonlyMap<number, number>, bodyPt: number): readonly number[] {
  const larger = [...lengths.keys()].filter((sizePt) => sizePt >= bodyPt * largerBy && (lengths.get(sizePt) ?? 0) > 1);
  const steps: number[] = [];
  for (const sizePt of larger.toSorted((one, other) => other - one)) {
    if (sizePt <= (steps.at(-1) ?? Infinity) - samePt) steps.push(sizePt);
  }
  return steps;
}
