import type { Box, RecognisedLine } from "@reader/core/handler";
import { confidenceOf } from "../confidence-of.ts";
import { boxAround } from "../layout/block.ts";

/** A mark in the place of some words of a line, or between two. */
export interface Mark {
  readonly text: "•" | "☐" | "☒";
  readonly box: Box;
  /** The first word that it stands for or before, and how many it stands for. */
  readonly at: number;
  readonly words: number;
}

/** A line with its marks, in its text as among its words. */
export function marked(line: RecognisedLine, marks: readonly Mark[]): RecognisedLine {
  // From the last to the first, so that places in the text stay what they are.
  const fromLast = marks.toSorted((one, other) => other.at - one.at || other.box.x0 - one.box.x0);
  return fromLast.reduce(withMark, line);
}

function withMark(line: RecognisedLine, mark: Mark): RecognisedLine {
  const { at, words: count, box } = mark;
  const starts = startsOf(line);
  const from = starts[at] ?? line.text.length;
  const last = line.words[at + count - 1];
  const to = count === 0 || last === undefined ? from : (starts[at + count - 1] ?? from) + last.text.length;
  const words = line.words.toSpliced(at, count, { text: mark.text, confidence: line.confidence, box });
  const text = [line.text.slice(0, from), mark.text, line.text.slice(to)].reduce(joined);
  return { ...line, text, words, box: boxAround(words), confidence: confidenceOf([{ words }]) };
}

function joined(left: string, right: string): string {
  const isApart = left === "" || right === "" || left.endsWith(" ") || right.startsWith(" ");
  return isApart ? left + right : `${left} ${right}`;
}

/** Where each word of a line begins in its text, in which there may be more spaces than one between two. */
function startsOf({ text, words }: RecognisedLine): readonly number[] {
  let end = 0;
  return words.map((word) => {
    const start = Math.max(end, text.indexOf(word.text, end));
    end = start + word.text.length;
    return start;
  });
}
