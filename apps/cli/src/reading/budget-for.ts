import { defaultBudget, type Budget } from "@reader/core";
import { largestAnswerBytes } from "../arguments/options.ts";
import type { GivenOptions } from "../arguments/parse-arguments.ts";

/**
 * Time for text at a keyboard: what was scanned is forgotten when the process ends, so that a limit like the reader's
 * own could never be passed by asking again; and whoever waits can interrupt.
 */
const textTimeMs = 600_000;

/** More bytes than tokens have on average: only a long run of one character has a larger token. */
const bytesPerToken = 64;

/** A line of the greatest length, at four bytes a character. */
const bytesPerLine: number = defaultBudget.maxLineCharacters * 4;

/**
 * The budget that the options set. A limit that is raised lifts the other limits of the answer that nobody set, so that
 * it is the one that is met: who asks for 100 MB does not want 2000 lines of them, nor lines cut at 2000 characters.
 */
export function budgetFor(options: GivenOptions): Partial<Budget> {
  const limit = options.number("limit");
  const maxTokens = options.number("max-tokens");
  const timeout = options.number("timeout");
  const raised = raisedBytes(options);
  const maxBytes = options.number("max-bytes") ?? raised ?? defaultBudget.maxBytes;
  const isSizeRaised = raised !== undefined && !isOnlyLimitRaised(options);
  return {
    maxBytes,
    maxLines: limit ?? (raised === undefined ? defaultBudget.maxLines : Number.MAX_SAFE_INTEGER),
    maxTokens: maxTokens ?? (raised === undefined ? defaultBudget.maxTokens : Number.MAX_SAFE_INTEGER),
    maxLineCharacters: options.number("max-line") ?? (isSizeRaised ? maxBytes : defaultBudget.maxLineCharacters),
    textTimeMs: timeout === undefined ? textTimeMs : timeout * 1000,
    ...(timeout === undefined ? {} : { documentTimeMs: timeout * 1000 }),
  };
}

/** The bytes that the limits need which were raised; undefined where none was. */
function raisedBytes(options: GivenOptions): number | undefined {
  const bytes = [
    above(options.number("limit"), defaultBudget.maxLines) * bytesPerLine,
    above(options.number("max-tokens"), defaultBudget.maxTokens) * bytesPerToken,
    above(options.number("max-bytes"), defaultBudget.maxBytes),
  ].filter((value) => value > 0);
  return bytes.length === 0 ? undefined : Math.min(largestAnswerBytes, Math.max(defaultBudget.maxBytes, ...bytes));
}

function isOnlyLimitRaised(options: GivenOptions): boolean {
  const tokens = above(options.number("max-tokens"), defaultBudget.maxTokens);
  return tokens + above(options.number("max-bytes"), defaultBudget.maxBytes) === 0;
}

/** A value above its default; 0 for any other. */
function above(value: number | undefined, byDefault: number): number {
  return value !== undefined && value > byDefault ? value : 0;
}
