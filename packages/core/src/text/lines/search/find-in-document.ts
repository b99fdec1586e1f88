import type { FindPattern } from "../../../contract/request.ts";
import { countCharacters, offsetOfCharacter } from "../clip.ts";
import type { LineBlock } from "../line.ts";
import { isSamePlace } from "../sections.ts";
import type { StreamItem } from "../stream.ts";
import { createFoldedMatcher, type FoldedMatcher } from "./folded-matcher.ts";
import type { Match } from "./matcher.ts";
import { concernsLines, createContext, lastLines, leadOf, linesOf, type SearchCount } from "./search-context.ts";

/** A compiled search of a document. */
export interface DocumentSearch {
  readonly matcher: FoldedMatcher;
  readonly contextLines: number;
  /** Maximum length of a line shown whole. */
  readonly maxLineCharacters: number;
}

/** Compiles a pattern. Throws a `ReadError` for an invalid expression. */
export async function openDocumentSearch(pattern: FindPattern, maxLineCharacters: number): Promise<DocumentSearch> {
  return { matcher: await createFoldedMatcher(pattern), contextLines: pattern.contextLines, maxLineCharacters };
}

/** Maximum length of a paragraph that is searched at once, in UTF-16 units. Of a longer one, its parts overlap. */
const maxParagraphUnits = 16 * 1024;

/**
 * Yields the matching lines with their context, as `findLines` does. The lines of a paragraph are searched together,
 * also those that continue it after a page break: each line that a match touches is a matching line.
 */
export async function* findInDocument(
  items: AsyncIterable<StreamItem>,
  search: DocumentSearch,
  count: SearchCount,
): AsyncGenerator<StreamItem, void, undefined> {
  const paragraphs = createParagraphs(search, count);
  try {
    for await (const item of items) {
      if (item.type === "lines") {
        count.lines += item.lineCount;
        // Not `yield*`, which would await once for each line that yields nothing.
        for (const shown of paragraphs.add(item)) yield shown;
      } else if (item.type === "extent" || (item.type === "notice" && concernsLines(item))) yield item;
    }
  } catch (error) {
    // The caller takes all lines up to the error as searched.
    yield* paragraphs.end();
    throw error;
  }
  yield* paragraphs.end();
}

interface Paragraphs {
  /** Takes the next lines and returns those to show. */
  add(block: LineBlock): LineBlock[];
  /** Searches the last paragraph. */
  end(): LineBlock[];
}

interface Pending {
  readonly line: LineBlock;
  /** Matches in the line, in its UTF-16 units. A match over several lines is in each of them. */
  readonly matches: Match[];
}

function createParagraphs(search: DocumentSearch, count: SearchCount): Paragraphs {
  const { matcher, contextLines, maxLineCharacters } = search;
  const context = createContext(contextLines);
  let pending: Pending[] = [];
  let units = 0;

  const show = ({ line, matches }: Pending): LineBlock[] => {
    if (matches.length > 0) count.matches += 1;
    if (matches.length === 0 || line.text.length <= maxLineCharacters) return context.offer(line, matches.length > 0);
    const [first = line, ...others] = stretchesOf(line, matches, maxLineCharacters);
    return [...context.offer(first, true), ...others.map((each) => ({ ...each, matches: [line.firstLine] }))];
  };
  /** Searches the paragraph, and returns its lines to show but for the last ones. */
  const finish = (kept: number): LineBlock[] => {
    markMatches(pending, search);
    const done = pending.slice(0, pending.length - kept);
    pending = pending.slice(pending.length - kept);
    units = pending.reduce((sum, { line }) => sum + line.text.length + 1, 0);
    return done.flatMap(show);
  };
  const addLine = (line: LineBlock): LineBlock[] => {
    const shown = continues(pending, line) ? [] : finish(0);
    pending.push({ line, matches: [] });
    units += line.text.length + 1;
    if (units <= maxParagraphUnits) return shown;
    return [...shown, ...finish(linesWithin(pending, matcher.reach))];
  };
  const textWith = (block: LineBlock): string => [...pending.map(({ line }) => line.text), block.text].join("\n");
  return {
    add(block) {
      const isQuiet = context.isIdle() && pending.every(({ matches }) => matches.length === 0);
      const isShort = block.text.length < 2 * matcher.reach;
      if (isShort || !isQuiet || !matcher.excludes(textWith(block))) return [...linesOf(block)].flatMap(addLine);
      context.remember(pending.map(({ line }) => line));
      [pending, units] = [[], 0];
      const tail = tailLines(block.text, matcher.reach);
      const rest = lastLines(block, Math.min(block.lineCount, tail + contextLines));
      context.remember(rest.slice(0, rest.length - tail));
      return rest.slice(rest.length - tail).flatMap(addLine);
    },
    end: () => finish(0),
  };
}

/** Returns how many lines at the end of a text have together at least `reach` units. */
function tailLines(text: string, reach: number): number {
  let lines = 1;
  let at = text.lastIndexOf("\n");
  for (; at > 0 && text.length - at < reach; at = text.lastIndexOf("\n", at - 1)) lines += 1;
  return at === 0 && text.length < reach ? lines + 1 : lines;
}

/** Returns how many of the last lines, but not all, have together at least `reach` units. */
function linesWithin(pending: readonly Pending[], reach: number): number {
  let lines = 0;
  for (let units = 0; units < reach && lines < pending.length - 1; lines += 1) {
    units += pending[pending.length - 1 - lines]?.line.text.length ?? 0;
  }
  return lines;
}

/** Rows of tables, headings, quoted code and images, which are paragraphs of their own. */
const ownParagraph = /^\s*(?:\||#{1,6} |```|~~~|!\[)/;

/** The start of a list item. */
const itemStart = /^\s*(?:[-*+•▪◦] |\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)] |\[\^)/;

/** Maximum number of empty lines between two parts of a paragraph. */
const maxEmptyLines = 3;

/** True if a line belongs to the paragraph of the lines before it. */
function continues(pending: readonly Pending[], { text, at }: LineBlock): boolean {
  const last = pending.at(-1)?.line;
  if (last === undefined) return true;
  const empty = pending.length - 1 - pending.findLastIndex(({ line }) => line.text.trim() !== "");
  const before = pending[pending.length - 1 - empty]?.line.text;
  // Empty lines are kept until it is known what follows them.
  if (before === undefined) return false;
  if (text.trim() === "") return empty < maxEmptyLines && mayGoOn(before);
  const isApart = empty > 0 || !isSamePlace(last.at, at);
  return mayJoin(before, text) && (!isApart || goesOn(before, text));
}

function mayGoOn(before: string): boolean {
  return !ownParagraph.test(before) && !endsSentence.test(before);
}

function mayJoin(before: string, text: string): boolean {
  return !ownParagraph.test(before) && !ownParagraph.test(text) && !itemStart.test(text);
}

/** After a page break or the end of a column, a sentence goes on in small letters. */
function goesOn(before: string, text: string): boolean {
  return mayGoOn(before) && /^\s*[*_]*\p{Ll}/u.test(text);
}

const endsSentence = /[.!?:;。！？।؟]["'”’»)\]*]*\s*$/;

/** Adds the matches of a paragraph to its lines. */
function markMatches(pending: readonly Pending[], { matcher, maxLineCharacters }: DocumentSearch): void {
  const text = pending.map(({ line }) => line.text).join("\n");
  if (pending.length === 0 || matcher.excludes(text)) return;
  const found = [...matcher.find(text, Math.max(1, maxLineCharacters >> 1))].toSorted((a, b) => a.start - b.start);
  let first = 0;
  let lineStart = 0;
  for (const { start, end } of found) {
    for (let length = lengthOf(pending, first); start > lineStart + length; length = lengthOf(pending, first)) {
      lineStart += length + 1;
      first += 1;
    }
    markLines(pending, { first, lineStart }, { start, end });
  }
}

/** Adds a match to each line that it touches. Positions count from the start of the paragraph. */
function markLines(
  pending: readonly Pending[],
  { first, lineStart }: { readonly first: number; readonly lineStart: number },
  { start, end }: Match,
): void {
  for (let [at, from] = [first, lineStart]; at < pending.length && (from < end || from === start); at += 1) {
    const length = lengthOf(pending, at);
    // A match over a page break passes through empty lines.
    const isTouched = length > 0 || start === end;
    if (isTouched) pending[at]?.matches.push({ start: Math.max(0, start - from), end: Math.min(length, end - from) });
    from += length + 1;
  }
}

function lengthOf(pending: readonly Pending[], at: number): number {
  return pending[at]?.line.text.length ?? 0;
}

/** Returns the parts of a long line that show its matches, each from shortly before a match on. */
function stretchesOf(line: LineBlock, matches: readonly Match[], maxLineCharacters: number): LineBlock[] {
  const first = line.firstColumn ?? 1;
  const stretches: LineBlock[] = [];
  let shownTo = first;
  let [units, column] = [0, first];
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start)) {
    column += countCharacters(line.text.slice(units, start));
    units = start;
    const endColumn = column + countCharacters(line.text.slice(start, end));
    if (endColumn <= shownTo) continue;
    const isAtStart = endColumn - first <= maxLineCharacters && shownTo === first;
    const from = isAtStart ? first : Math.max(shownTo, column - leadOf(maxLineCharacters));
    const text = line.text.slice(offsetOfCharacter(line.text, from - first));
    stretches.push(from === first ? line : { ...line, text, firstColumn: from });
    shownTo = from + maxLineCharacters;
  }
  return stretches;
}
