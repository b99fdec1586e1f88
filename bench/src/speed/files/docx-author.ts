/** What a document is written with: the same for the same seed on every machine. */
export interface Author {
  below(limit: number): number;
  words(count: number): string;
  /** Eight digits as Word puts them on every paragraph and run. */
  revision(): string;
}

/** An author who writes the same for the same seed. */
export function createAuthor(seed: number): Author {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const syllables = "ba co du en fi ga hu in ka lo me nu or pe ri sa to ul ve wy zo an er is th st qu".split(" ");
  const word = (): string => Array.from({ length: 1 + below(4) }, () => syllables[below(27)]).join("");
  const vocabulary = Array.from({ length: 20_000 }, word);
  // Few words are frequent and most are rare, as in any language.
  const pick = (): string => vocabulary[Math.floor(20_000 * (below(20_000) / 20_000) ** 2)] ?? "";
  return {
    below,
    words: (count) => Array.from({ length: count }, pick).join(" "),
    revision: () => `00${below(0xffffff).toString(16).toUpperCase().padStart(6, "0")}`,
  };
}
