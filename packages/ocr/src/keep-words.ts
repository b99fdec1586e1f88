import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";
import { boxAround, type Block } from "./layout/block.ts";

/** A line that holds other words, which must be some: its text, its place and how sure it is follow from them. */
export function lineWith(line: RecognisedLine, words: readonly RecognisedWord[]): RecognisedLine {
  const text = words.map((word) => word.text).join(" ");
  return { ...line, text, words, box: boxAround(words), confidence: confidenceOf([{ words }]) };
}

/** Blocks with those words alone that are kept; lines and blocks that had no others are gone. */
export function keepWords(blocks: readonly Block[], isKept: (word: RecognisedWord) => boolean): readonly Block[] {
  const rest = blocks.map((block) =>
    block.flatMap((line) => {
      const words = line.words.filter((word) => isKept(word));
      if (words.length === line.words.length) return [line];
      return words.length === 0 ? [] : [lineWith(line, words)];
    }),
  );
  return rest.filter((block) => block.length > 0);
}
