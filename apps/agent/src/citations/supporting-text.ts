/**
 * Returns the sentence, line or table row of `text` that has most in common with a statement, or `undefined` if nothing
 * has. Numbers count more than words, and words of a few sentences more than words of many. This finds the place to look
 * at; it does not prove the statement.
 */
export function supportingText(text: string, claim: string): string | undefined {
  const wanted = termsOf(claim);
  if (wanted.size === 0) return undefined;
  const candidates = candidatesIn(text).map((words) => ({ words, terms: termsOf(words) }));
  const weightOf = weights(candidates.map(({ terms }) => terms));
  let best: { readonly words: string; readonly score: number } | undefined;
  for (const { words, terms } of candidates) {
    const shared = [...wanted].filter((term) => terms.has(term));
    const score = shared.reduce((sum, term) => sum + weightOf(term), 0) / (lengthPenalty + terms.size) ** 0.5;
    if (shared.length > 0 && score > (best?.score ?? 0)) best = { words, score };
  }
  return best?.words;
}

/** Keeps a heading of two words from winning over a sentence that has the same two. */
const lengthPenalty = 8;

/** A word is identified by its first letters, so that `connection` and `connections` are the same. */
const stemLength = 5;

/** Shorter words, such as articles, are ignored. */
const leastWordLength = 4;

const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** Table rows and other lines, and the sentences of long lines. */
function candidatesIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    if (!/[\p{L}\p{N}]/u.test(line) || line.startsWith("```")) return [];
    if (line.startsWith("|")) return [line.trim()];
    return Array.from(sentenceSegmenter.segment(line), ({ segment }) => segment.trim()).filter((each) => each !== "");
  });
}

/** The stems of the words and the numbers of a text. */
function termsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu) ?? [];
  return new Set(
    words
      .filter((word) => isNumber(word) || word.length >= leastWordLength)
      .map((word) => (isNumber(word) ? word : word.slice(0, stemLength))),
  );
}

function isNumber(word: string): boolean {
  return /^\p{N}/u.test(word);
}

/** Returns the weight of a term: higher if few candidates have it, and twice as high for a number. */
function weights(candidates: readonly ReadonlySet<string>[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const term of candidates.flatMap((terms) => [...terms])) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + candidates.length / (counts.get(term) ?? 1)) * (isNumber(term) ? 2 : 1);
}
