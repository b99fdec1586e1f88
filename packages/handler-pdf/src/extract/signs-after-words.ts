import { hasRightToLeft } from "../model/direction.ts";
import type { FlatSpan } from "../model/flat-spans.ts";

/** Edges nearer than this are one, in the engine's tenths of a point. */
const edge = 10;

const hasWords = /[\p{L}\p{N}]/u;

/**
 * Puts signs behind the Hebrew or Arabic words that stand between them and what came before: the engine gives the signs
 * at the end of such words first, which leaves a gap in which a line would seem to end.
 */
export function signsAfterWords(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(({ span }) => hasRightToLeft(span.text))) return spans;
  const sorted = [...spans];
  for (let index = 0; index + 1 < sorted.length; index += 1) {
    const [signs, words] = [sorted[index], sorted[index + 1]];
    if (signs === undefined || words === undefined || !standsBehind(signs, words)) continue;
    sorted[index] = words;
    sorted[index + 1] = signs;
    index += 1;
  }
  return sorted;
}

function standsBehind({ span: signs, tag }: FlatSpan, { span: words, tag: wordsTag }: FlatSpan): boolean {
  if (signs.y !== words.y || tag?.element !== wordsTag?.element) return false;
  if (hasWords.test(signs.text) || !hasRightToLeft(words.text)) return false;
  return Math.abs(signs.bbox.x + signs.bbox.w - words.bbox.x) <= edge;
}
