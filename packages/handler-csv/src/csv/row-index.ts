import type { Mark } from "./record-walk.ts";

/** Marks on the way through a table, so that a second walk need not start at the first row. */
export interface RowIndex {
  /** The last mark that lies before the start of a row, from 1. */
  nearest(row: number): Mark;
  add(mark: Mark): void;
  /** How many rows there are, once a walk has come to the end. */
  total: number | undefined;
}

/** Bytes between two marks, and how many marks are kept: of more, every second one is dropped. */
const spacingBytes = 4 * 1024 * 1024;
const maxMarks = 4096;

/** An index that knows only where the first row starts. */
export function createRowIndex(first: Mark): RowIndex {
  let marks: Mark[] = [first];
  let spacing = spacingBytes;
  return {
    total: undefined,
    nearest(row) {
      return marks.findLast((mark) => mark.rows < row) ?? first;
    },
    add(mark) {
      const last = marks.at(-1) ?? first;
      if (mark.byte - last.byte < spacing) return;
      marks.push(mark);
      if (marks.length <= maxMarks) return;
      marks = marks.filter((_, at) => at % 2 === 0);
      spacing *= 2;
    },
  };
}
