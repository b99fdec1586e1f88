import type { Box, RecognisedWord } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";
import { boxAround, type Block } from "./layout/block.ts";

/** Two words that share so much of the smaller one's place are the same ink. */
const minSharedPart = 0.5;

/** The blocks of a page with each word once: the engine reads some ink twice, as a part of two lines, and keeps both. */
export function withoutDoubles(blocks: readonly Block[]): readonly Block[] {
  const surest = blocks
    .flat()
    .flatMap(({ words }) => words)
    .toSorted((one, other) => other.confidence - one.confidence);
  const kept: RecognisedWord[] = [];
  for (const word of surest) if (!kept.some((other) => isSameWord(other, word))) kept.push(word);
  if (kept.length === surest.length) return blocks;
  const isKept = new Set(kept);
  const once = blocks.map((block) =>
    block.flatMap((line) => {
      const words = line.words.filter((word) => isKept.has(word));
      if (words.length === line.words.length) return [line];
      if (words.length === 0) return [];
      const text = words.map((word) => word.text).join(" ");
      return [{ ...line, text, words, box: boxAround(words), confidence: confidenceOf([{ words }]) }];
    }),
  );
  return once.filter((block) => block.length > 0);
}

/** Other words are kept: of small print the engine is not sure where each stands. */
function isSameWord(one: RecognisedWord, other: RecognisedWord): boolean {
  return one.text === other.text && isSamePlace(one.box, other.box);
}

function isSamePlace(one: Box, other: Box): boolean {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return width > 0 && height > 0 && width * height > Math.min(areaOf(one), areaOf(other)) * minSharedPart;
}

function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}
