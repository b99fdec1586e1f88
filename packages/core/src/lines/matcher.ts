import { ReadError } from "../errors.ts";
import { escapeName } from "../render/escapes.ts";
import { shortened } from "../render/words.ts";
import type { FindPattern } from "../request.ts";
import type { LineSearch } from "./find-lines.ts";

/** Tells whether a line, without its line end, matches. */
export type LineMatcher = (line: string) => boolean;

/**
 * Makes a matcher. A literal matches where it occurs in exactly its own case. A regular expression has the syntax and
 * the guarantee of RE2: the time grows with the line, never with the square of it, so a hostile file cannot stall a
 * read; look-around and back-references, which break that, do not exist. `\uXXXX` is understood besides.
 * Throws a `ReadError` with the code `invalid-request` for a bad expression.
 */
export async function createMatcher(pattern: FindPattern): Promise<LineMatcher> {
  const literal = literalOf(pattern);
  if (literal !== undefined) return (line) => line.includes(literal);
  const { RE2JS } = await import("re2js");
  const flags =
    (pattern.flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) | (pattern.flags.includes("s") ? RE2JS.DOTALL : 0);
  try {
    const expression = RE2JS.compile(withHexEscapes(pattern.source), flags);
    return (line) => expression.test(line);
  } catch (error) {
    throw badExpression(pattern.source, error);
  }
}

/** Makes a search of a pattern; a literal also tells quickly which blocks cannot hold it. */
export async function createSearch(pattern: FindPattern): Promise<LineSearch> {
  const literal = literalOf(pattern);
  return {
    matches: await createMatcher(pattern),
    excludes: literal === undefined ? () => false : (text) => !text.includes(literal),
    contextLines: pattern.contextLines,
  };
}

/** The text that a pattern stands for where no character in it has a special meaning. */
function literalOf(pattern: FindPattern): string | undefined {
  if (pattern.kind === "literal") return pattern.source;
  return pattern.flags.includes("i") || /[\\^$.*+?()[\]{}|]/.test(pattern.source) ? undefined : pattern.source;
}

/** JavaScript's `\u00e9` and `\u{1f600}`, which models write, as RE2's `\x{e9}`. */
function withHexEscapes(source: string): string {
  return source.replaceAll(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|[\s\S])/gi,
    (escape, braced?: string, four?: string) => {
      const digits = braced ?? four;
      return digits === undefined ? escape : `\\x{${digits}}`;
    },
  );
}

const unsupported: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\(\?<?[=!]/, "look-around"],
  [/\\[1-9]|\\k[<{']/, "back-references"],
  [/\(\?>|[*+?}]\+/, "possessive and atomic groups"],
];

function badExpression(source: string, cause: unknown): ReadError {
  const missing = unsupported.find(([pattern]) => pattern.test(source))?.[1];
  const problem =
    missing === undefined
      ? `is no regular expression that RE2 understands: ${reasonOf(cause)}`
      : `has ${missing}, which RE2 leaves out because a hostile file could make them run for ever`;
  return new ReadError("invalid-request", `find ${problem}.`, {
    hint:
      missing === undefined
        ? "Correct the expression, or send find without slashes to look for the text as it stands."
        : "Send a simpler expression that matches more lines, and pick the right ones from the answer.",
    details: { issues: [{ field: "find", problem }] },
    cause,
  });
}

const maxReasonCharacters = 200;

/** What the library says, without its own preamble; it repeats the part of the expression that is wrong. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : "unknown fault";
  return escapeName(shortened(message.replace(/^error parsing regexp: /, ""), maxReasonCharacters));
}
