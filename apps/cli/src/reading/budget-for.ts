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
  const raised = raisedBytes(options);
  const limits = raised === undefined ? defaultBudget : liftedLimits(options, raised);
  return {
    maxBytes: options.number("max-bytes") ?? limits.maxBytes,
    maxLines: options.number("limit") ?? limits.maxLines,
    maxTokens: options.number("max-tokens") ?? limits.maxTokens,
    maxLineCharacters: options.number("max-line") ?? limits.maxLineCharacters,
    ...timesFor(options.number("timeout")),
  };
}

type AnswerLimits = Pick<Budget, "maxBytes" | "maxLines" | "maxTokens" | "maxLineCharacters">;

/** The limits that nobody set, where `raised` bytes are needed for those that somebody raised. */
function liftedLimits(options: GivenOptions, raised: number): AnswerLimits {
  const maxBytes = options.number("max-bytes") ?? raised;
  return {
    maxBytes,
    maxLines: Number.MAX_SAFE_INTEGER,
    maxTokens: Number.MAX_SAFE_INTEGER,
    maxLineCharacters: isOnlyLimitRaised(options) ? defaultBudget.maxLineCharacters : maxBytes,
  };
}

function timesFor(seconds: number | undefined): Partial<Budget> {
  return seconds === undefined ? { textTimeMs } : { textTimeMs: seconds * 1000, documentTimeMs: seconds * 1000 };
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
