import type { FindPattern } from "../../../contract/request.ts";
import { countCharacters, graphemeBoundary, offsetOfCharacter } from "../clip.ts";
import type { LineBlock, LongLine } from "../line.ts";
import type { StreamItem } from "../stream.ts";
import { createSearch, type LineSearch } from "./matcher.ts";
import {
  concernsLines,
  createContext,
  lastLines,
  leadOf,
  linesOf,
  type SearchContext,
  type SearchCount,
} from "./search-context.ts";

/** A search of the lines of an answer. */
export interface Search {
  /** Yields the matching lines with their context, and counts what was examined. */
  find(items: AsyncIterable<StreamItem>, count: SearchCount): AsyncIterable<StreamItem>;
}

/** How an answer is searched. */
export interface SearchOptions {
  readonly maxLineCharacters: number;
  /** True for a document, in which text is found as a person reads it unless the pattern is exact. */
  readonly isDocument: boolean;
}

/** Compiles a pattern to search lines with it. Throws a `ReadError` for an invalid expression. */
export async function openSearch(
  pattern: FindPattern,
  { maxLineCharacters, isDocument }: SearchOptions,
): Promise<Search> {
  if (isDocument && pattern.isExact !== true) {
    const { findInDocument, openDocumentSearch } = await import("./find-in-document.ts");
    const search = await openDocumentSearch(pattern, maxLineCharacters);
    return { find: (items, count) => findInDocument(items, search, count) };
  }
  const search = await createSearch(pattern, maxLineCharacters);
  return { find: (items, count) => findLines(items, search, count) };
}

/** Yields the matching lines with their context. Of the other items, yields only extents and notices about lines. */
export async function* findLines(
  items: AsyncIterable<StreamItem>,
  search: LineSearch,
  count: SearchCount,
): AsyncGenerator<StreamItem, void, undefined> {
  const context = createContext(search.contextLines);
  for await (const item of items) {
    if (item.type === "lines") {
      count.lines += item.lineCount;
      yield* searchBlock(item, search, { context, count });
    } else if (item.type === "extent" || (item.type === "notice" && concernsLines(item))) {
      yield item;
    }
  }
}

interface SearchState {
  readonly context: SearchContext;
  readonly count: SearchCount;
}

async function* searchBlock(
  block: LineBlock,
  search: LineSearch,
  state: SearchState,
): AsyncGenerator<LineBlock, void, undefined> {
  const isLoaded = block.rest === undefined;
  if (isLoaded && state.context.isIdle() && search.excludes(block.text)) {
    state.context.remember(lastLines(block, search.contextLines));
    return;
  }
  for (const line of linesOf(block)) {
    if (line.text.length > search.maxLineCharacters || line.rest !== undefined) yield* searchLong(line, search, state);
    // Not `yield*`, which would await once for each line that yields nothing.
    else for (const shown of offer(line, search.matches(line.text), state)) yield shown;
  }
}

async function* searchLong(
  line: LineBlock,
  search: LineSearch,
  state: SearchState,
): AsyncGenerator<LineBlock, void, undefined> {
  let isMatch = false;
  for await (const stretch of findInLongLine(line, search)) {
    if (isMatch) yield { ...stretch, matches: [line.firstLine] };
    else yield* offer(stretch, true, state);
    isMatch = true;
  }
  if (!isMatch) yield* offer(line, false, state);
}

function offer(line: LineBlock, isMatch: boolean, { context, count }: SearchState): LineBlock[] {
  if (isMatch) count.matches += 1;
  return context.offer(line, isMatch);
}

/**
 * UTF-16 units of a chunk that are searched again with the next one: the longest match found across a chunk boundary.
 */
const overlapUnits = 16 * 1024;

/**
 * Yields the parts of a long line that contain matches, each as a block that starts shortly before its first match, so
 * that the match is visible although the line is clipped. A match that the previous block already shows gets no block.
 */
export async function* findInLongLine(
  block: LineBlock,
  search: LineSearch,
): AsyncGenerator<LineBlock, void, undefined> {
  const line = block.rest?.line ?? loadedLine(block);
  const first = block.firstColumn ?? 1;
  let shownTo = first;
  for await (const column of matchColumns(line, first, search)) {
    if (column.end <= shownTo) continue;
    const lead = leadOf(search.maxLineCharacters);
    const isAtStart = column.end - first <= search.maxLineCharacters;
    const start = isAtStart && shownTo === first ? first : Math.max(shownTo, column.start - lead);
    yield start === first ? block : await line.from(start);
    shownTo = start + search.maxLineCharacters;
  }
}

interface Columns {
  readonly start: number;
  /** The column after the match. */
  readonly end: number;
}

/** Yields the columns of the matches in a line, in characters. */
async function* matchColumns(line: LongLine, first: number, search: LineSearch): AsyncGenerator<Columns> {
  let text = "";
  let column = first;
  let from = 0;
  for await (const window of withLast(line.pieces(first))) {
    text += window.piece;
    for (let match = search.locate(text, from); match !== undefined; match = search.locate(text, from)) {
      // The match may continue in the next chunk, or depend on an end that is not the end of the line.
      if (!window.isLast && match.end === text.length && match.start > text.length - overlapUnits) break;
      const start = column + countCharacters(text.slice(0, match.start));
      yield { start, end: start + countCharacters(text.slice(match.start, match.end)) };
      from = Math.max(match.end, match.start + 1);
    }
    const kept = graphemeBoundary(text, Math.max(0, text.length - overlapUnits));
    column += countCharacters(text.slice(0, kept));
    // From the second unit on, so that the start of the text is not mistaken for the start of the line.
    from = kept === 0 ? from : Math.max(1, from - kept);
    text = text.slice(kept);
  }
}

async function* withLast(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ readonly piece: string; readonly isLast: boolean }, void, undefined> {
  let before: string | undefined;
  for await (const piece of pieces) {
    if (before !== undefined) yield { piece: before, isLast: false };
    before = piece;
  }
  if (before !== undefined) yield { piece: before, isLast: true };
}

/** Creates a `LongLine` for a line that is completely in memory. */
function loadedLine(block: LineBlock): LongLine {
  const first = block.firstColumn ?? 1;
  const textFrom = (column: number): string => block.text.slice(offsetOfCharacter(block.text, column - first));
  return {
    async *pieces(column) {
      yield textFrom(column);
    },
    from: (column) => Promise.resolve({ ...block, text: textFrom(column), firstColumn: column }),
  };
}
