import { ReadError } from "../../../contract/errors.ts";
import { markFact, quoted } from "../../../render/quote.ts";
import type { FindPattern } from "../../../contract/request.ts";

/** Matches a pattern against lines without their line endings. */
export interface LineMatcher {
  /** True if a line matches. Faster than `locate`. */
  matches(line: string): boolean;
  /** Returns the first match at or after `from`. */
  readonly locate: (text: string, from: number) => Match | undefined;
}

/**
 * Maximum number of instructions of a compiled expression. The time for a line is proportional to their number times
 * the length of the line: `((a{100}){10})` thirty times has 30 000 instructions, and takes 23 s for a line of 20 000
 * characters.
 */
const maxInstructions = 4000;

/**
 * Creates a matcher. A literal is case-sensitive. A regular expression has the syntax and the guarantee of RE2: the
 * time grows linearly with the line, so that a malicious file cannot stall a read. Look-around and back-references,
 * which would break that guarantee, are not supported. `\uXXXX` is supported in addition. Throws a `ReadError` with the
 * code `invalid-request` for an invalid expression.
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

/** Creates a search for a pattern. If every match contains a known literal, blocks without it are skipped quickly. */
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
  // Beyond ASCII, only RE2 knows which letters are equal under case folding.
  if (!/^[\x20-\x7e]+$/.test(literal)) return () => false;
  const small = literal.toLowerCase();
  // The long s is the one character that RE2 matches with an ASCII letter but that `toLowerCase` does not convert to
  // it.
  const longS = small.includes("s") ? "\u017f" : undefined;
  return (text) => !text.toLowerCase().includes(small) && (longS === undefined || !text.includes(longS));
}

/** Returns the literal text of a pattern in which no character has a special meaning. */
export function literalOf(pattern: FindPattern): string | undefined {
  if (pattern.kind === "literal") return pattern.source;
  return pattern.flags.includes("i") || /[\\^$.*+?()[\]{}|]/.test(pattern.source) ? undefined : pattern.source;
}

/** Converts JavaScript's `\u00e9` and `\u{1f600}`, which models write, to RE2's `\x{e9}`. */
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
      ? `is not a valid RE2 expression: ${reasonOf(cause)}`
      : `has ${missing}, which RE2 does not support, because a malicious file could make them run forever`;
  return new ReadError("invalid-request", `find ${problem}.`, {
    hint:
      missing === undefined
        ? "Correct the expression, or send find without slashes to search for the text literally."
        : "Send a simpler expression that matches more lines, and pick the right ones from the answer.",
    details: { issues: [{ field: "find", problem }] },
    cause,
  });
}

const maxReasonCharacters = 200;

/** Returns the library's message without its preamble. The message repeats the invalid part of the expression. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : "unknown fault";
  const [, problem = "", part] = /^(.*?)(?:: `(.*)`)?$/s.exec(message.replace(/^error parsing regexp: /, "")) ?? [];
  return `${markFact(problem, maxReasonCharacters)}${part === undefined ? "" : `: ${quoted(part, maxReasonCharacters)}`}`;
}

/** A match in a text, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A compiled search. */
export interface LineSearch {
  /** True if a line matches. */
  readonly matches: (line: string) => boolean;
  /** Returns the first match at or after an offset. */
  readonly locate: (text: string, from: number) => Match | undefined;
  /** True if a block certainly has no match. A fast check, for literals. */
  readonly excludes: (text: string) => boolean;
  readonly contextLines: number;
  /** Maximum length of a line shown whole. Of a longer line, only the parts with matches are shown. */
  readonly maxLineCharacters: number;
}

/** A token of an expression, parsed from `at` on. */
interface Piece {
  readonly kind: "character" | "gap" | "optional" | "repeated" | "unknown";
  /** The character that the token matches. */
  readonly text: string;
  /** Where the next token starts. */
  readonly next: number;
}

/**
 * Returns a literal that every match of an expression contains: the longest run of ordinary characters outside groups
 * and classes. Returns `undefined` if there is no such literal, or if the expression has parts that would need
 * interpretation, such as alternatives and inline flags. Searching for the literal is many times faster than matching
 * the expression.
 */
export function requiredLiteral(source: string): string | undefined {
  let run: string[] = [];
  let best = "";
  const endRun = (): void => {
    if (run.length > best.length) best = run.join("");
    run = [];
  };
  for (let at = 0; at < source.length;) {
    const { kind, text, next } = pieceAt(source, at);
    if (kind === "unknown") return undefined;
    if (kind === "character") run.push(text);
    // A character that may be repeated zero times is not required.
    if (kind === "optional") run.pop();
    if (kind !== "character") endRun();
    at = next;
  }
  endRun();
  return best === "" ? undefined : best;
}

const repeat = /\{\d+(?:,\d*)?\}/y;

const simplePieces: ReadonlyMap<string, Piece["kind"]> = new Map([
  ["*", "optional"],
  ["?", "optional"],
  ["+", "repeated"],
  [".", "gap"],
  ["^", "gap"],
  ["$", "gap"],
  ["|", "unknown"],
  [")", "unknown"],
]);

function pieceAt(source: string, at: number): Piece {
  const text = String.fromCodePoint(source.codePointAt(at) ?? 0);
  switch (text) {
    case "\\":
      return escapeAt(source, at);
    case "(":
      return groupAt(source, at);
    case "[":
      return { kind: "gap", text, next: endOfClass(source, at) };
    case "{":
      return repeatAt(source, at);
    default:
      return { kind: simplePieces.get(text) ?? "character", text, next: at + text.length };
  }
}

function repeatAt(source: string, at: number): Piece {
  repeat.lastIndex = at;
  return { kind: repeat.test(source) ? "optional" : "unknown", text: "", next: repeat.lastIndex };
}

/**
 * Parses an escape. Escaped punctuation matches itself; letters denote classes and positions, or have their own syntax.
 */
function escapeAt(source: string, at: number): Piece {
  const text = source[at + 1] ?? "";
  const next = at + 2;
  if (/[dDsSwWbBtnrfv]/.test(text)) return { kind: "gap", text, next };
  return { kind: /^[!-/:-@[-`{-~]$/.test(text) ? "character" : "unknown", text, next };
}

/** Skips a group, because its contents may be optional or one of several alternatives. */
function groupAt(source: string, at: number): Piece {
  const unknown: Piece = { kind: "unknown", text: "", next: at };
  if (source[at + 1] === "?" && source[at + 2] !== ":") return unknown;
  let depth = 0;
  for (let place = at; place < source.length; place += 1) {
    const character = source[place];
    if (character === "\\") place += 1;
    else if (character === "[") place = endOfClass(source, place) - 1;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0) return { kind: "gap", text: "", next: place + 1 };
  }
  return unknown;
}

/**
 * Returns the offset after the bracket that closes a class. A bracket directly at its start is a member of the class.
 */
export function endOfClass(source: string, at: number): number {
  const start = at + (source[at + 1] === "^" ? 2 : 1);
  for (let place = source[start] === "]" ? start + 1 : start; place < source.length; place += 1) {
    if (source[place] === "\\") place += 1;
    else if (source.startsWith("[:", place)) place = Math.max(place, source.indexOf(":]", place) + 1);
    else if (source[place] === "]") return place + 1;
  }
  return source.length;
}
