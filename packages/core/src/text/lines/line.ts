import type { Place } from "../../contract/place.ts";
import type { RecognisedText } from "../../contract/recognition.ts";
import type { EndingRun } from "../../contract/result.ts";

/**
 * Consecutive whole lines, the unit of data in the text pipeline: `file-supply.ts` and `event-lines.ts` produce blocks,
 * and `answer.ts` consumes them.
 */
export interface LineBlock {
  readonly type: "lines";
  /**
   * The raw lines joined by `
   * `, without a newline after the last.
   */
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
