import type { Box, RecognisedWord } from "@reader/core/handler";
import { keepWords } from "./keep-words.ts";
import type { Block } from "./layout/block.ts";

/** Two words that share so much of the smaller one's place are the same ink. */
const minSharedPart = 0.5;

/** The blocks of a page with each word once: the engine reads some ink twice, as a part of two lines, and keeps both. */
export function withoutDoubles(blocks: readonly Block[]): readonly Block[] {
  const surest = blocks
    .flat()
    .flatMap(({ words }) => words)
    .toSorted((one, other) => other.confidence - one.confidence);
  const isKept = new Set<RecognisedWord>();
  const keptBy = new Map<string, RecognisedWord[]>();
  for (const word of surest) {
    // Another word is kept: of small print the engine is not sure where each stands.
    const alike = keptBy.get(word.text) ?? [];
    if (alike.some(({ box }) => isSamePlace(box, word.box))) continue;
    alike.push(word);
    keptBy.set(word.text, alike);
    isKept.add(word);
  }
  if (isKept.size === surest.length) return blocks;
  return keepWords(blocks, (word) => isKept.has(word));
}

function isSamePlace(one: Box, other: Box): boolean {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return width > 0 && height > 0 && width * height > Math.min(areaOf(one), areaOf(other)) * minSharedPart;
}

function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}
