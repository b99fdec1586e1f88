import type { SlideParagraph } from "@reader/office-kit/drawing";

/** The text of a shape that a show leaves out, marked where it begins. */
export function hiddenText(paragraphs: readonly SlideParagraph[]): readonly SlideParagraph[] {
  const [first, ...rest] = paragraphs;
  return first === undefined ? [] : [{ ...first, runs: [{ text: "(hidden) " }, ...first.runs] }, ...rest];
}
