import type { Notice } from "../../../contract/notices.ts";
import { type LineBlock, splitBlock } from "../line.ts";

/** Counts what a search has examined. */
export interface SearchCount {
  lines: number;
  matches: number;
}

/** True unless the notice is about an omitted image: a search shows no images, so their omission is irrelevant. */
export function concernsLines({ code }: Notice): boolean {
  return code !== "media-omitted";
}

/** Keeps the lines around matches. */
export interface SearchContext {
  /** True if no match needs further lines after it. */
  isIdle(): boolean;
  /** Takes lines without a match. */
  remember(lines: readonly LineBlock[]): void;
  /** Returns the lines to show, given the next line. */
  offer(line: LineBlock, isMatch: boolean): LineBlock[];
}

/** Creates an empty context. */
export function createContext(contextLines: number): SearchContext {
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

/** Yields the lines of a block. */
export function* linesOf(block: LineBlock): Generator<LineBlock> {
  let rest = block;
  while (rest.lineCount > 1) {
    const [line, tail] = splitBlock(rest, 1);
    yield line;
    rest = tail;
  }
  yield rest;
}

/** Returns the last lines of a block. */
export function lastLines(block: LineBlock, count: number): LineBlock[] {
  if (count === 0) return [];
  const tail = count >= block.lineCount ? block : splitBlock(block, block.lineCount - count)[1];
  return [...linesOf(tail)];
}

/** Maximum number of characters shown before a match far inside a line. */
const maxLeadCharacters = 200;

/** Returns how many characters are shown before a match far inside a line. */
export function leadOf(maxLineCharacters: number): number {
  return Math.min(maxLeadCharacters, maxLineCharacters >> 2);
}
