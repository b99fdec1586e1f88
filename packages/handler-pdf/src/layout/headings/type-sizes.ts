import type { PageContent, TextLine } from "../../model/page-content.ts";
import { lineStyle } from "../flow.ts";
import { trimmedLength } from "../../model/plain-text.ts";
import { createTotals, mostUsed, type Totals } from "../../model/numbers.ts";

/** What the type says of a document; learned page by page. */
export interface TypeSizes {
  readonly learn: (content: PageContent) => void;
  /** How most of the text looks. */
  readonly body: () => BodyType;
  /** The place of a size among those larger than the body's, from 1 for the largest; those of nearly one size share it. */
  readonly rank: (sizePt: number) => number;
  /** How many ranks there are. */
  readonly ranks: () => number;
  /** Whether text in a size is of sentences, if it is not bold: much of it ends with a full stop. */
  readonly isOfSentences: (sizePt: number) => boolean;
}

/** The type of most of the text. */
export interface BodyType {
  readonly sizePt: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
}

/** Larger than the body by this much is seen as larger. */
const largerBy = 1.12;

/** With a larger share of monospaced type, prose is set in it too; with less, it is that of listings among prose. */
const typewrittenShare = 0.75;

/** Sizes nearer than this are one. */
const samePt = 0.7;

/** Lines of which this share ends with a full stop are of paragraphs, the others being those that go on. */
const sentenceShare = 0.25;

interface Tally {
  /** How many lines that are not bold are in a size, and how many of them end with a full stop. */
  readonly lines: Totals<number>;
  readonly sentences: Totals<number>;
  readonly sizes: Totals<number>;
  readonly fonts: Totals<string>;
  /** The same without what is monospaced. */
  readonly proseSizes: Totals<number>;
  readonly proseFonts: Totals<string>;
  total: number;
  bold: number;
  italic: number;
  monospaced: number;
}

/** Keeps a tally of characters by size, in half points, and by font. */
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
      count(tally, content);
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

function count(tally: Tally, content: PageContent): void {
  for (const { lines } of content.blocks) for (const line of lines) countLine(tally, line);
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
