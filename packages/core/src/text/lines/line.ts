import type { Place } from "../../contract/place.ts";
import type { RecognisedText } from "../../contract/recognition.ts";
import type { EndingRun } from "../../contract/result.ts";

/**
 * Consecutive whole lines, the currency of the text pipeline: file-lines and event-lines make blocks, the answer
 * takes from them.
 */
export interface LineBlock {
  readonly type: "lines";
  /** The raw lines joined by `\n`, with no newline after the last. */
  readonly text: string;
  readonly lineCount: number;
  /** The number of the first line; negative when counted from the end of a file whose lines were not counted. */
  readonly firstLine: number;
  /** Where the first line starts when it is continued, from 1. */
  readonly firstColumn?: number;
  readonly at?: Place;
  /** How the lines end in the file; absent for converted documents. */
  readonly endings?: readonly EndingRun[];
  /** The numbers of the lines that match a search; the others are their context. */
  readonly matches?: readonly number[];
  /** What is known of its recognised lines, by their numbers in the answer; there may be more than it has. */
  readonly recognised?: RecognisedText;
  /** Whether the file is known to end with this block. */
  readonly isLast?: boolean;
  /** The block is the start of one line, of which so much was never loaded. */
  readonly rest?: UnloadedRest;
}

/** The part of a long line that was skipped. */
export interface UnloadedRest {
  readonly bytes: number;
  /** How many bytes of the file one UTF-16 unit of the loaded part stands for; a whole number where all take the same. */
  readonly bytesPerUnit: number;
  /** Whether the end of the line was found; otherwise nothing follows the block. */
  readonly isEndKnown: boolean;
  /** The whole line, for a search. */
  readonly line: LongLine;
}

/** One line that is too long to be shown, or even loaded, whole. */
export interface LongLine {
  /** Its text from a column on, in pieces. */
  pieces(column: number): AsyncIterable<string>;
  /** The block that starts at a column and has as much of the line as an answer can take. */
  from(column: number): Promise<LineBlock>;
}
