import type { RecognisedWord } from "@reader/core/handler";
import { keepWords } from "./keep-words.ts";
import type { Block } from "./layout/block.ts";
import { isSamePlace } from "./same-place.ts";

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
