import type { RecognisedLine } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";

/**
 * Of fewer characters than these the engine must be so sure. Icons gave one or two letters, at 34 to 62 %, where a
 * button's label is above 90; photographs without print gave up to 20, at 15 to 39; print of another script fills its
 * page.
 */
const specks = [
  { characters: 4, minConfidence: 75 },
  { characters: 12, minConfidence: 60 },
  { characters: 40, minConfidence: 40 },
];

/** A word that is one, among specks. */
const minWordCharacters = 3;
const minWordConfidence = 60;

/** Whether lines are text: a few letters of which the engine is that unsure are the leaves of a tree, or an icon. */
export function holdsPrint(lines: readonly RecognisedLine[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const speck = specks.find((each) => characters < each.characters);
  if (speck === undefined || confidenceOf(lines) >= speck.minConfidence) return true;
  return words.some(({ text, confidence }) => text.length >= minWordCharacters && confidence >= minWordConfidence);
}
