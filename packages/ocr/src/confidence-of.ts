import type { RecognisedLine } from "@reader/core/handler";

/** How sure the engine is of lines, 0 to 100: by characters, since a short word says little. */
export function confidenceOf(lines: readonly Pick<RecognisedLine, "words">[]): number {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sum = words.reduce((so, { text, confidence }) => so + text.length * confidence, 0);
  return characters === 0 ? 0 : Math.round(sum / characters);
}
