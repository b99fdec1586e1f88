/** What a text must hold, and what it must not. */
export interface Demands {
  readonly mustInclude: readonly string[];
  readonly mustNotInclude: readonly string[];
}

/** Which demands a text meets. */
export interface DemandResult {
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /** Strings that it holds and must not. */
  readonly forbidden: readonly string[];
}

/**
 * Looks for strings in a text by the rule of the corpus' own scorer, `score.mjs`: white space, marks of Markdown, tags
 * and escapes do not count, only whether the words are there in order, with or without the spaces between them.
 */
export function meetDemands(text: string, { mustInclude, mustNotInclude }: Demands): DemandResult {
  const held = plain(text);
  const dense = withoutSpaces(held);
  const isHeld = (wanted: string): boolean => held.includes(wanted) || dense.includes(withoutSpaces(wanted));
  const holds = (string: string): boolean => plain(string) !== "" && isHeld(plain(string));
  return {
    found: mustInclude.filter(holds),
    missed: mustInclude.filter((string) => !holds(string)),
    forbidden: mustNotInclude.filter((string) => plain(string) !== "" && held.includes(plain(string))),
  };
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~$&])/gu, "$1")
    .replace(/<\/?[a-z][^>]*>/giu, " ")
    .replace(/[*_`|#]+|&nbsp;/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}

function withoutSpaces(text: string): string {
  return text.replaceAll(" ", "");
}
