import { findInLongLine } from "./find-in-long-line.ts";
import type { LineSearch } from "./line-search.ts";
import type { Notice } from "../../../contract/notices.ts";
import type { LineBlock } from "../line.ts";
import type { StreamItem } from "../stream.ts";
import { splitBlock } from "../split-block.ts";

/** What a search has looked through. */
export interface SearchCount {
  lines: number;
  matches: number;
}

/** Keeps the matching lines with their context; what is not lines passes only near a match's place. */
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

/** Pictures are not searched and not shown: that one could not have been shown anyway is no news. */
function concernsLines({ code }: Notice): boolean {
  return code !== "media-omitted";
}

interface SearchState {
  readonly context: Context;
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
    // Not `yield*`, which would wait once for each line that shows nothing.
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

interface Context {
  /** Whether no match wants lines after it. */
  isIdle(): boolean;
  remember(lines: readonly LineBlock[]): void;
  /** The lines to show now that this one is known. */
  offer(line: LineBlock, isMatch: boolean): LineBlock[];
}

function createContext(contextLines: number): Context {
  let before: LineBlock[] = [];
  let after = 0;
  const remember = (lines: readonly LineBlock[]): void => {
    before = contextLines === 0 ? [] : [...before, ...lines].slice(-contextLines);
  };
  return {
    isIdle: () => after === 0,
    remember,
    offer(line, isMatch) {
      if (isMatch) {
        const shown = [...before, { ...line, matches: [line.firstLine] }];
        before = [];
        after = contextLines;
        return shown;
      }
      if (after === 0) {
        remember([line]);
        return [];
      }
      after -= 1;
      return [line];
    },
  };
}

function* linesOf(block: LineBlock): Generator<LineBlock> {
  let rest = block;
  while (rest.lineCount > 1) {
    const [line, tail] = splitBlock(rest, 1);
    yield line;
    rest = tail;
  }
  yield rest;
}

function lastLines(block: LineBlock, count: number): LineBlock[] {
  if (count === 0) return [];
  const tail = count >= block.lineCount ? block : splitBlock(block, block.lineCount - count)[1];
  return [...linesOf(tail)];
}
