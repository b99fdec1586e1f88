import { ReadError } from "../../../contract/errors.ts";
import { markFact, quoted } from "../../../render/quote.ts";
import type { FindPattern } from "../../../contract/request.ts";
import type { LineSearch, Match } from "./line-search.ts";
import { requiredLiteral } from "./required-literal.ts";

/** What a pattern finds in lines without their line ends. */
export interface LineMatcher {
  /** Whether a line matches: quicker than where. */
  matches(line: string): boolean;
  /** The first match at or after `from`. */
  locate(text: string, from: number): Match | undefined;
}

/**
 * Maximum number of instructions of a compiled expression. The time for a line is their product with its length:
 * `((a{100}){10})` thirty times has 30 000 instructions, and takes 23 s for a line of 20 000 characters.
 */
const maxInstructions = 4000;

/**
 * Makes a matcher. A literal matches where it occurs in exactly its own case. A regular expression has the syntax and
 * the guarantee of RE2: the time grows with the line, never with the square of it, so a hostile file cannot stall a
 * read; look-around and back-references, which break that, do not exist. `\uXXXX` is understood besides.
 * Throws a `ReadError` with the code `invalid-request` for a bad expression.
 */
export async function createMatcher(pattern: FindPattern): Promise<LineMatcher> {
  const literal = literalOf(pattern);
  if (literal !== undefined) return literalMatcher(literal);
  const { RE2JS } = await import("re2js");
  const flags =
    (pattern.flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) | (pattern.flags.includes("s") ? RE2JS.DOTALL : 0);
  try {
    const expression = RE2JS.compile(withHexEscapes(pattern.source), flags);
    if (expression.programSize() > maxInstructions) throw new Error("expression too large");
    return {
      matches: (line) => expression.test(line),
      locate(text, from) {
        if (from > text.length) return undefined;
        const matcher = expression.matcher(text);
        return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
      },
    };
  } catch (error) {
    throw badExpression(pattern.source, error);
  }
}

function literalMatcher(literal: string): LineMatcher {
  return {
    matches: (line) => line.includes(literal),
    locate(text, from) {
      const start = text.indexOf(literal, from);
      return start < 0 ? undefined : { start, end: start + literal.length };
    },
  };
}

/** Makes a search of a pattern; a text that every match holds also tells quickly which blocks have none. */
export async function createSearch(pattern: FindPattern, maxLineCharacters: number): Promise<LineSearch> {
  const excludes = exclusionBy(pattern);
  const matcher = await createMatcher(pattern);
  return {
    matches: (line) => !excludes(line) && matcher.matches(line),
    locate: (text, from) => matcher.locate(text, from),
    excludes,
    contextLines: pattern.contextLines,
    maxLineCharacters,
  };
}

function exclusionBy(pattern: FindPattern): LineSearch["excludes"] {
  const literal = literalOf(pattern) ?? requiredLiteral(pattern.source);
  if (literal === undefined) return () => false;
  if (!pattern.flags.includes("i")) return (text) => !text.includes(literal);
  // Beyond ASCII, what counts as the same letter is RE2's to know.
  if (!/^[\x20-\x7e]+$/.test(literal)) return () => false;
  const small = literal.toLowerCase();
  // The one character that RE2 takes for an ASCII letter and that has no such small letter: a long s.
  const longS = small.includes("s") ? "\u017f" : undefined;
  return (text) => !text.toLowerCase().includes(small) && (longS === undefined || !text.includes(longS));
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
  const [, problem = "", part] = /^(.*?)(?:: `(.*)`)?$/s.exec(message.replace(/^error parsing regexp: /, "")) ?? [];
  return `${markFact(problem, maxReasonCharacters)}${part === undefined ? "" : `: ${quoted(part, maxReasonCharacters)}`}`;
}
