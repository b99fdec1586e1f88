import type { RecognisedLine } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";

/** Photographs without print gave up to 20 letters, at 15 to 39 % sure; print of another script fills its page. */
const maxSpeckConfidence = 40;
const maxSpeckCharacters = 40;

/** A word that is one, among specks. */
const minWordCharacters = 3;
const minWordConfidence = 60;

/** Whether lines are text: a few letters of which the engine is that unsure are the leaves of a tree. */
export function holdsPrint(lines: readonly RecognisedLine[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (characters >= maxSpeckCharacters || confidenceOf(lines) >= maxSpeckConfidence) return true;
  return words.some(({ text, confidence }) => text.length >= minWordCharacters && confidence >= minWordConfidence);
}
