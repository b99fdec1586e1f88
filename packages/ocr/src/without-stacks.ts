import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { keepWords } from "./keep-words.ts";
import { lineHeightOf, type Block } from "./layout/block.ts";

/** Heights of a line, and widths of its own, from which on a word stands upright on a page whose lines are level. */
const minLineHeights = 1.5;
const minWidths = 2;

/** The title of an axis is read more surely, and it stays. */
const maxConfidence = 80;

/** Heights of a line from which on one that is taller than broad runs downwards. */
const minStackHeights = 3;

/**
 * The blocks of an upright page without what are no words but single characters below each other, which the engine
 * reads as letters that lie on their side: the line numbers of code, a column of a table. Where they stood, they can be
 * found by their ink.
 */
export function withoutStacks(blocks: readonly Block[]): readonly Block[] {
  const height = lineHeightOf(blocks.flat());
  const isStack = ({ box, text, confidence }: RecognisedWord): boolean => {
    const tallest = Math.max(height * minLineHeights, (box.x1 - box.x0) * minWidths);
    return text.length > 1 && confidence < maxConfidence && box.y1 - box.y0 > tallest;
  };
  const level = blocks.map((block) => block.filter((line) => !isStackOfWords(line, height)));
  return keepWords(level, (word) => !isStack(word));
}

/** A line of short words that runs downwards. */
function isStackOfWords({ box, words, confidence }: RecognisedLine, height: number): boolean {
  const tallest = Math.max(height * minStackHeights, (box.x1 - box.x0) * minWidths);
  return words.length > 1 && confidence < maxConfidence && box.y1 - box.y0 > tallest;
}
