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

interface Tally {
  /** By size: the number of non-bold lines, and of those that end with a full stop. */
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
    isOfSentences(sizePt) {
      const size = halfPoints(sizePt);
      const sentences = tally.sentences.all().get(size) ?? 0;
      return sentences > 0 && sentences >= sentenceShare * (tally.lines.all().get(size) ?? 0);
    },
  };
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
  if (style.isBold) tally.bold += length;
  else {
    tally.lines.add(sizePt, 1);
    tally.sentences.add(sizePt, endsSentence(line) ? 1 : 0);
  }
  if (style.isItalic) tally.italic += length;
  if (style.isMonospaced) tally.monospaced += length;
  else {
    tally.proseSizes.add(sizePt, length);
    tally.proseFonts.add(style.font, length);
  }
}

function halfPoints(sizePt: number): number {
  return Math.round(sizePt * 2) / 2;
}

function endsSentence({ runs }: TextLine): boolean {
  return runs.at(-1)?.text.trimEnd().endsWith(".") === true;
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
