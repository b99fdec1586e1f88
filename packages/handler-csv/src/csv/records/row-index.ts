import type { Mark } from "./record-walk.ts";

/** Positions in a table, so that a later walk can start near a row. */
export interface RowIndex {
  /** Returns the last mark before the start of a row, from 1. */
  nearest(row: number): Mark;
  add(mark: Mark): void;
  /** The number of rows, known after a walk has reached the end. */
  total: number | undefined;
}

/** Distance of marks in bytes, and their maximum number. Above it, every second mark is dropped. */
const spacingBytes = 4 * 1024 * 1024;
const maxMarks = 4096;

/** Creates an index with the start of the first row. */
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
