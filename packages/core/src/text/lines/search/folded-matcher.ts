import type { FindPattern } from "../../../contract/request.ts";
import { foldCharacter, type FoldedText, foldText, gap, gapProperties, isDash, skeletonOf } from "./fold.ts";
import { filler, withoutMarkup } from "./markup.ts";
import { createMatcher, endOfClass, literalOf, type Match, requiredLiteral } from "./matcher.ts";

/** A search of text as a person reads it. */
export interface FoldedMatcher {
  /** True if a text certainly has no match. Fast. */
  excludes(text: string): boolean;
  /**
   * Returns matches in lines of one paragraph, joined by line feeds. In a line, matches that start less than `stride`
   * units after another one may be left out.
   */
  find(lines: string, stride: number): readonly Match[];
  /** Number of characters of a match that must be kept in memory to find it across blocks. */
  readonly reach: number;
}

/** Maximum length of a pattern that is folded. Matching takes at most this number of steps for each character. */
const maxFoldedUnits = 1000;

/**
 * Creates a matcher for the text of documents. It finds what `createMatcher` finds, and in addition text that differs
 * from the pattern only in dashes, hyphens of broken words, line ends, kinds of spaces, typographic quotes, ligatures,
 * widths, accents, letter-spacing and Markdown's marks.
 */
export async function createFoldedMatcher(pattern: FindPattern): Promise<FoldedMatcher> {
  const literal = literalOf(pattern);
  const plain = await createMatcher(pattern);
  const eachLine = (lines: string, stride: number): Match[] => matchesByLine(lines, plain.locate, stride);
  const folded = literal === undefined ? await expressionFinder(pattern) : literalFinder(literal);
  const excludes = foldedExclusion(pattern) ?? (() => false);
  const reach = 2 * pattern.source.length + 80;
  if (folded === undefined) return { excludes, find: eachLine, reach };
  return { excludes, reach, find: (lines, stride) => [...eachLine(lines, stride), ...folded(lines, stride)] };
}

/** Returns a test for texts that contain no match even after folding, or `undefined` if a match has no known literal. */
export function foldedExclusion(pattern: FindPattern): ((text: string) => boolean) | undefined {
  const literal = literalOf(pattern) ?? requiredLiteral(pattern.source);
  const skeleton = literal === undefined ? "" : skeletonOf(literal);
  if (skeleton === "") return undefined;
  if (!pattern.flags.includes("i")) return (text) => !hasSkeleton(text, (each) => each.includes(skeleton));
  // Beyond ASCII, only RE2 knows which letters are equal under case folding.
  if (!/^[!-~]+$/.test(skeleton)) return undefined;
  const small = skeleton.toLowerCase();
  return (text) => !hasSkeleton(text, (each) => each.toLowerCase().includes(small));
}

/** True if the skeleton of a text, with its Markdown or without it, passes a test. */
function hasSkeleton(text: string, test: (skeleton: string) => boolean): boolean {
  if (test(skeletonOf(text))) return true;
  const plain = withoutMarkup(text);
  return plain !== text && test(skeletonOf(plain.replaceAll(filler, "")));
}

type Locate = (text: string, from: number) => Match | undefined;

function matchesByLine(lines: string, locate: Locate, stride: number): Match[] {
  const found: Match[] = [];
  let at = 0;
  for (const line of lines.split("\n")) {
    for (const { start, end } of matchesOf(line, locate, stride)) found.push({ start: at + start, end: at + end });
    at += line.length + 1;
  }
  return found;
}

function* matchesOf(text: string, locate: Locate, stride: number): Generator<Match> {
  for (let from = 0; from <= text.length;) {
    const match = locate(text, from);
    if (match === undefined) return;
    yield match;
    from = Math.max(match.end, match.start + stride);
  }
}

type Finder = (lines: string, stride: number) => readonly Match[];

function literalFinder(literal: string): Finder | undefined {
  const wanted = foldText(literal);
  const { skeleton } = wanted;
  const { length } = skeleton;
  if (length === 0 || length > maxFoldedUnits) return undefined;
  const gaps = Array.from({ length: length + 1 }, (_, unit) => gapProperties(wanted.gapText(unit)));
  return (lines) => {
    const text = foldText(withoutMarkup(lines));
    const found: Match[] = [];
    for (let at = text.skeleton.indexOf(skeleton); at >= 0; at = text.skeleton.indexOf(skeleton, at + 1)) {
      if (hasGaps(text, at, gaps)) found.push({ start: text.start(at), end: text.end(at + length - 1) });
    }
    return found;
  };
}

function hasGaps(text: FoldedText, at: number, gaps: readonly number[]): boolean {
  const last = gaps.length - 1;
  for (let unit = 1; unit < last; unit += 1) {
    if (!isSameGap(gaps[unit] ?? 0, text.gapBefore(at + unit))) return false;
  }
  return isSameEdge(gaps[0] ?? 0, text, at) && isSameEdge(gaps[last] ?? 0, text, at + last);
}

/** True if a reader may type the gap `wanted` for the gap `given` of a text. */
function isSameGap(wanted: number, given: number): boolean {
  if ((wanted & ~given & (gap.star | gap.backslash)) !== 0) return false;
  const has = (property: number): boolean => (given & property) !== 0;
  if ((wanted & gap.dash) !== 0) {
    if (!has(gap.dash)) return has(gap.softHyphen);
    return (wanted & gap.space) === 0 || has(gap.space | gap.longDash);
  }
  if ((wanted & gap.space) !== 0) return has(gap.space) && !has(gap.dash);
  if (has(gap.dash)) return has(gap.brokenWord);
  return !has(gap.space) || has(gap.softHyphen | gap.invisible);
}

/** True if a pattern that starts or ends with a gap matches what surrounds a candidate. */
function isSameEdge(wanted: number, text: FoldedText, unit: number): boolean {
  const given = text.gapBefore(unit);
  if ((wanted & ~given & (gap.star | gap.backslash | gap.dash)) !== 0) return false;
  const isAtEdge = unit === 0 || unit === text.skeleton.length;
  return (wanted & gap.space) === 0 || isAtEdge || (given & gap.space) !== 0;
}

/**
 * Returns the search for an expression in folded text: with each broken word joined, with and without its hyphen, and
 * as it stands. A space of the expression matches a line end. Classes match folded characters only, so `[à-ÿ]` and
 * `[^é]` match as in `createMatcher`. Returns `undefined` if the expression cannot be folded.
 */
async function expressionFinder(pattern: FindPattern): Promise<Finder | undefined> {
  const source = `(?m:${foldedExpression(pattern.source)})`;
  const matcher = await createMatcher({ ...pattern, source }).catch(() => undefined);
  if (matcher === undefined || pattern.source.length > maxFoldedUnits) return undefined;
  return (lines, stride) => {
    const folded = foldText(withoutMarkup(lines));
    const readings = ways.map((way) => readingOf(folded, way));
    const distinct = readings.filter(
      ({ text }, at) => text !== lines && readings.findIndex((each) => each.text === text) === at,
    );
    return distinct.flatMap(({ text, starts, ends }) =>
      firstOfEachLine(text, matcher.locate, stride).map(({ start, end }) => ({
        start: starts[start] ?? 0,
        end: ends[end - 1] ?? lines.length,
      })),
    );
  };
}

/** Returns the first match from each line start and each stride on. All of them could take quadratic time. */
function firstOfEachLine(text: string, locate: Locate, stride: number): Match[] {
  const found: Match[] = [];
  for (let from = 0; from <= text.length;) {
    const match = locate(text, from);
    if (match === undefined) break;
    if (match.end > match.start) found.push(match);
    const next = text.indexOf("\n", Math.max(match.end - 1, from));
    const after = Math.max(match.end, match.start + stride);
    from = next < 0 ? after : Math.min(next + 1, after);
  }
  return found;
}

/** What is done with the hyphen of a broken word, and with spaces at one side of a dash. */
type Way = "joined" | "hyphenated" | "apart";

const ways: readonly Way[] = ["joined", "hyphenated", "apart"];

interface Reading {
  readonly text: string;
  /** Where each unit comes from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function readingOf(folded: FoldedText, way: Way): Reading {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const put = (text: string, start: number, end: number): void => {
    parts.push(text);
    for (let unit = 0; unit < text.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  const { skeleton } = folded;
  for (let unit = 0; unit <= skeleton.length; unit += 1) {
    const [from, to] = [folded.end(unit - 1), folded.start(unit)];
    if (to > from) put(gapReading(folded, unit, way), from, to);
    if (unit < skeleton.length) put(skeleton.charAt(unit), to, folded.end(unit));
  }
  return { text: parts.join(""), starts, ends };
}

function gapReading(folded: FoldedText, unit: number, way: Way): string {
  const properties = folded.gapBefore(unit);
  if (way !== "apart" && (properties & (gap.invisible | gap.softHyphen)) !== 0) return "";
  if (way === "joined" && (properties & gap.brokenWord) !== 0) return "";
  const written = Array.from(folded.gapText(unit), gapSign).join("");
  const plain = written.replaceAll(/\s+/gu, (space) => (space.includes("\n") ? "\n" : " "));
  return way === "hyphenated" ? plain.replace(/^-\s$/u, "-") : plain;
}

function gapSign(character: string): string {
  if (isDash(character)) return "-";
  return /\s/u.test(character) ? character : "";
}

/** Folds the characters of an expression outside classes and escapes. */
function foldedExpression(source: string): string {
  let folded = "";
  for (let at = 0; at < source.length;) {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    const escape =
      /^\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x\{[\da-f]+\}|x[\da-f]{2}|Q.*?(?:\\E|$)|[pP]\{\^?\w+\}|[\s\S]|$)/i.exec(
        source.slice(at, at + maxFoldedUnits),
      )?.[0];
    if (escape !== undefined) {
      folded += escape;
      at += escape.length;
    } else if (character === "[") {
      const end = endOfClass(source, at);
      folded += source.slice(at, end);
      at = end;
    } else {
      folded += foldedSign(character);
      at += character.length;
    }
  }
  return folded;
}

function foldedSign(character: string): string {
  if (character === " ") return "[ \\n]";
  if (character <= "~") return character;
  if (isDash(character)) return "-";
  if (/\s/u.test(character)) return "[ \\n]";
  const folded = foldCharacter(character);
  return folded.length > 1 ? `(?:${folded.replaceAll(/[.+?()[\]{}|^$]/g, "\\$&")})` : folded;
}
