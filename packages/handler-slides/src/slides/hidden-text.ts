import type { SlideParagraph } from "@reader/office-kit/drawing";

/** Marks the text of a hidden shape at its start. */
export function hiddenText(paragraphs: readonly SlideParagraph[]): readonly SlideParagraph[] {
  const [first, ...rest] = paragraphs;
  return first === undefined ? [] : [{ ...first, runs: [{ text: "(hidden) " }, ...first.runs] }, ...rest];
}
