import type { Place } from "../../contract/place.ts";
import type { LineBoxes, RecognisedText } from "../../contract/recognition.ts";
import type { EndingRun } from "../../contract/result.ts";

/**
 * Consecutive whole lines, the unit of data in the text pipeline: `file-supply.ts` and `event-supply.ts` produce blocks,
 * and `answer.ts` consumes them.
 */
export interface LineBlock {
  readonly type: "lines";
  /** The raw lines joined by line feeds, without one after the last. */
  readonly text: string;
  readonly lineCount: number;
  /** The number of the first line; negative if counted from the end of a file whose lines were not counted. */
  readonly firstLine: number;
  /** The column at which the first line starts if it is continued, from 1. */
  readonly firstColumn?: number;
  readonly at?: Place;
  /** The line endings in the file; absent for converted documents. */
  readonly endings?: readonly EndingRun[];
  /** The numbers of the lines that match a search. The other lines are their context. */
  readonly matches?: readonly number[];
  /** Facts about recognised lines, by their numbers in the answer. May include lines outside the block. */
  readonly recognised?: RecognisedText;
  /** The places of lines, by their numbers in the answer. May include lines outside the block. */
  readonly boxes?: LineBoxes;
  /**
   * The number of scans and images that the block describes because no recogniser was given. After a split, the first part
   * has it.
   */
  readonly unrecognised?: number;
  /** True if the file is known to end with this block. */
  readonly isLast?: boolean;
  /** The part that was not loaded, if the block is the start of one long line. */
  readonly rest?: UnloadedRest;
}

/** The part of a long line that was skipped. */
export interface UnloadedRest {
  readonly bytes: number;
  /** Bytes of the file per UTF-16 unit of the loaded part; an integer if all units take the same number of bytes. */
  readonly bytesPerUnit: number;
  /** True if the loaded part has marks, whose characters are not those of the file. */
  readonly hasMarks: boolean;
  /** True if the end of the line was found. Otherwise nothing follows the block. */
  readonly isEndKnown: boolean;
  /** The whole line, for searches. */
  readonly line: LongLine;
}

/** A line that is too long to be shown, or even loaded, as a whole. */
export interface LongLine {
  /** Yields the text in chunks, from a column on. */
  pieces(column: number): AsyncIterable<string>;
  /** Returns the block that starts at a column, with as much of the line as an answer can take. */
  from(column: number): Promise<LineBlock>;
}

/** Splits a block after its first `lineCount` lines. Both parts must have at least one line. */
export function splitBlock(block: LineBlock, lineCount: number): readonly [LineBlock, LineBlock] {
  const { firstColumn, rest, endings, matches, unrecognised, ...common } = block;
  const end = offsetOfLine(block.text, lineCount) - 1;
  const [headEndings, tailEndings] = splitRuns(endings ?? [], lineCount);
  const border = block.firstLine + lineCount;
  const head: LineBlock = {
    ...common,
    text: block.text.slice(0, end),
    lineCount,
    ...(endings === undefined ? {} : { endings: headEndings }),
    ...(firstColumn === undefined ? {} : { firstColumn }),
    ...(unrecognised === undefined ? {} : { unrecognised }),
    ...(matches === undefined ? {} : { matches: matches.filter((line) => line < border) }),
  };
  const tail: LineBlock = {
    ...common,
    text: block.text.slice(end + 1),
    lineCount: block.lineCount - lineCount,
    firstLine: border,
    ...(endings === undefined ? {} : { endings: tailEndings }),
    ...(rest === undefined ? {} : { rest }),
    ...(matches === undefined ? {} : { matches: matches.filter((line) => line >= border) }),
  };
  return [head, tail];
}

/** Returns the block without its lines before `line`, or `undefined` if no line is left. */
export function dropBefore(block: LineBlock, line: number): LineBlock | undefined {
  const surplus = line - block.firstLine;
  if (surplus <= 0) return block;
  return surplus >= block.lineCount ? undefined : splitBlock(block, surplus)[1];
}

/** Returns the block without its lines after `line`, or `undefined` if no line is left. */
export function dropAfter(block: LineBlock, line: number): LineBlock | undefined {
  const kept = line - block.firstLine + 1;
  if (kept >= block.lineCount) return block;
  return kept <= 0 ? undefined : splitBlock(block, kept)[0];
}

/** Returns the offset at which the line after the first `count` lines starts. */
function offsetOfLine(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line += 1) at = text.indexOf("\n", at) + 1;
  return at;
}

function splitRuns(runs: readonly EndingRun[], lineCount: number): readonly [EndingRun[], EndingRun[]] {
  const head: EndingRun[] = [];
  const tail: EndingRun[] = [];
  let left = lineCount;
  for (const run of runs) {
    const taken = Math.min(left, run.lines);
    if (taken > 0) head.push({ eol: run.eol, lines: taken });
    if (run.lines > taken) tail.push({ eol: run.eol, lines: run.lines - taken });
    left -= taken;
  }
  return [head, tail];
}
