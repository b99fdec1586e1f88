/** Every limit of a read, with its unit in its name. What happens when one is reached stands with each. */
export interface Budget {
  /** Lines of an answer, those of an outline at its end included. Reached: it is cut and `next` continues it. */
  readonly maxLines: number;
  /** Lines of an answer to a request that names no range (`limit`, `lines`); as `maxLines` where not given. */
  readonly defaultLines?: number;
  /**
   * Tokens of the text of an answer as rendered, line numbers included. Reached: cut, and `next`. Images have a limit of
   * their own, `maxImages`; what they cost is told in `cost.tokens`.
   */
  readonly maxTokens: number;
  /** UTF-8 bytes of text of an answer as rendered. Reached: cut, and `next`. */
  readonly maxBytes: number;
  /** Characters of one line. Reached: the line is clipped, and a column continues it. */
  readonly maxLineCharacters: number;
  /** Images of an answer. Reached: cut, and `next`. */
  readonly maxImages: number;
  /** Bytes that a read looks through to find the end of a clipped line. Reached: the answer ends inside that line. */
  readonly maxClipScanBytes: number;
  /** Time for text. Reached: `timed-out`, with what was read until then. */
  readonly textTimeMs: number;
  /** Time for a document. Reached: `timed-out`, with what was read until then. */
  readonly documentTimeMs: number;
  /**
   * Time to recognise the text of one picture. Reached: the page is told to be unrecognised. It does not count against
   * `documentTimeMs`, but no page is begun that would not be done within that: the answer ends there, and `next` goes on.
   */
  readonly recogniseTimeMs: number;
  /**
   * Time for an outline that nobody asked for, from when the read begins where the text is sure to be cut; a process and
   * an engine may have to start in it. Reached: the answer comes without it, and says so.
   */
  readonly outlineTimeMs: number;
  /** Bytes that a handler may load at once; text streams without limit. Reached: `too-large`. */
  readonly maxInputBytes: number;
  /** Bytes inflated from one file in all. Reached: `too-large`. */
  readonly maxInflatedBytes: number;
  /** Entries of one container. Reached: `too-large`. */
  readonly maxEntries: number;
  /** Files inside files inside files. Reached: `too-large`. */
  readonly maxDepth: number;
  /** Pixels of one image, in millions. Reached: `too-large`. */
  readonly maxMegapixels: number;
  /** Pixels of one side of an image. Reached: `too-large`. */
  readonly maxSidePx: number;
}

/** The limits in force where nobody says otherwise. */
export const defaultBudget: Budget = {
  maxLines: 2000,
  maxTokens: 25_000,
  maxBytes: 100 * 1024,
  maxLineCharacters: 2000,
  maxImages: 20,
  maxClipScanBytes: 64 * 1024 * 1024,
  textTimeMs: 5000,
  documentTimeMs: 20_000,
  recogniseTimeMs: 30_000,
  outlineTimeMs: 900,
  maxInputBytes: 100_000_000,
  maxInflatedBytes: 256_000_000,
  maxEntries: 10_000,
  maxDepth: 3,
  maxMegapixels: 100,
  maxSidePx: 32_768,
};

/** Limits below 1 of which no answer could ever have a line, so that `next` would lead nowhere. */
const answerLimits: ReadonlySet<string> = new Set([
  "maxLines",
  "defaultLines",
  "maxTokens",
  "maxBytes",
  "maxLineCharacters",
]);

/**
 * The limits of a reader: those that are given, else those of `defaultBudget`. Throws a `TypeError` for a value that is
 * no limit; `Infinity` is none to be reached.
 */
export function readerBudget(given: Partial<Budget> = {}): Budget {
  const entries = Object.entries(given).filter(([, value]: readonly [string, unknown]) => value !== undefined);
  for (const [name, value] of entries) {
    const least = answerLimits.has(name) ? 1 : 0;
    if (typeof value === "number" && value >= least) continue;
    const shown = typeof value === "number" ? String(value) : typeof value;
    throw new TypeError(`\`budget.${name}\` is ${shown}, and must be a number from ${least}.`);
  }
  return { ...defaultBudget, ...Object.fromEntries(entries) };
}

/** What a request may ask of the budget. */
export interface BudgetWish {
  readonly maxTokens?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** The budget of one read: a request can lower the reader's limits and never raise them. */
export function budgetFor(base: Budget, wish: BudgetWish): Budget {
  return {
    ...base,
    maxTokens: Math.min(base.maxTokens, wish.maxTokens ?? Number.POSITIVE_INFINITY),
    maxBytes: Math.min(base.maxBytes, wish.maxBytes ?? Number.POSITIVE_INFINITY),
  };
}
