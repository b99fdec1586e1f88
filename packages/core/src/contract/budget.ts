/** The limits of a read. Names end with the unit; each comment says what happens when the limit is reached. */
export interface Budget {
  /** Lines of a result, including the outline at its end. Reached: it is cut, and `next` continues it. */
  readonly maxLines: number;
  /** Lines of a result for a request without `limit` and `lines`. Defaults to `maxLines`. */
  readonly defaultLines?: number;
  /**
   * Tokens of the rendered text, including line numbers. Reached: cut, and `next`. Does not include images, which
   * `maxImages` limits; `cost.tokens` includes them.
   */
  readonly maxTokens: number;
  /** UTF-8 bytes of the rendered text. Reached: cut, and `next`. */
  readonly maxBytes: number;
  /** Characters of one line. Reached: the line is clipped, and a column continues it. */
  readonly maxLineCharacters: number;
  /** Images of a result. Reached: cut, and `next`. */
  readonly maxImages: number;
  /** Bytes to scan for the end of a clipped line. Reached: the result ends inside that line. */
  readonly maxClipScanBytes: number;
  /** Time for text. Reached: `timed-out`, with what was read until then. */
  readonly textTimeMs: number;
  /** Time for a document. Reached: `timed-out`, with what was read until then. */
  readonly documentTimeMs: number;
  /**
   * Time to recognise the text of one image. Reached: the page is reported as not recognised. It does not count against
   * `documentTimeMs`. A page that could not be finished within that is not started: the result ends, and `next`
   * continues there.
   */
  readonly recogniseTimeMs: number;
  /**
   * Time for another program that converts a document, such as LibreOffice. Reached: the program is stopped, and the
   * handler shows what it has without it. It does not count against `documentTimeMs`.
   */
  readonly convertTimeMs: number;
  /**
   * Time for an outline that the request did not ask for, measured from the start of the read if the text is certain to
   * be cut. Includes starting a process and an engine. Reached: the result has no outline, and a notice says so.
   */
  readonly outlineTimeMs: number;
  /** Bytes that a handler may load at once; text streams without limit. Reached: `too-large`. */
  readonly maxInputBytes: number;
  /** Total bytes decompressed from one file. Reached: `too-large`. */
  readonly maxInflatedBytes: number;
  /** Entries of one container. Reached: `too-large`. */
  readonly maxEntries: number;
  /** Levels of files inside files. Reached: `too-large`. */
  readonly maxDepth: number;
  /** Pixels of one image, in megapixels. Reached: `too-large`. */
  readonly maxMegapixels: number;
  /** Pixels of one side of an image. Reached: `too-large`. */
  readonly maxSidePx: number;
}

/** The default limits. */
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
  convertTimeMs: 60_000,
  outlineTimeMs: 900,
  maxInputBytes: 100_000_000,
  maxInflatedBytes: 256_000_000,
  maxEntries: 10_000,
  maxDepth: 3,
  maxMegapixels: 100,
  maxSidePx: 32_768,
};

/** Limits that must be at least 1: otherwise a result could never have a line, and `next` would make no progress. */
const answerLimits: ReadonlySet<string> = new Set([
  "maxLines",
  "defaultLines",
  "maxTokens",
  "maxBytes",
  "maxLineCharacters",
]);

/**
 * Returns the limits of a reader: the given ones, and `defaultBudget` for the rest. `Infinity` means no limit. Throws a
 * `TypeError` for an invalid value.
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

/** The limits that a request can lower. */
export interface BudgetWish {
  readonly maxTokens?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** Returns the budget of one read. A request can lower the reader's limits but not raise them. */
export function budgetFor(base: Budget, wish: BudgetWish): Budget {
  return {
    ...base,
    maxTokens: Math.min(base.maxTokens, wish.maxTokens ?? Number.POSITIVE_INFINITY),
    maxBytes: Math.min(base.maxBytes, wish.maxBytes ?? Number.POSITIVE_INFINITY),
  };
}

/** Counts the tokens of a text, exactly or approximately. Must be fast: it is called for every line of an answer. */
export type TokenCounter = (text: string) => number;
