import type { RecordCount } from "./record-scan.ts";
import { isInside, state, type RecordMachine, type State } from "./record-machine.ts";

/** A position of a walk over the records. */
export interface Mark {
  readonly byte: number;
  /** The number of records that start before the offset. */
  readonly rows: number;
  readonly state: State;
  /** The offset of the last quotation mark before it; used only inside a quotation. */
  readonly lastQuote: number;
}

/** A chunk of a walk. */
export interface Step {
  readonly bytes: Uint8Array;
  readonly before: Mark;
  readonly after: Mark;
}

/** The input and options of a walk. */
export interface Walk {
  readonly machine: RecordMachine;
  readonly bytes: TableBytes;
  /** Size of the next step in bytes, at most `maxQuotedBytes`. */
  stepBytes(): number;
  measure(bytes: Uint8Array, from: State): RecordCount;
  /** Called with the offset of a quotation mark whose quotation has no end. */
  onLostQuote?(row: number): void;
}

/**
 * Maximum number of bytes in a quotation without a quotation mark. After more, or at the end of the file, the opening
 * mark counts as an ordinary character. Otherwise one stray mark would turn the rest of a file into a single record.
 */
const maxQuotedBytes: number = 1024 * 1024;

/** Walks the records from a mark. It may return to a quotation mark that turns out not to open a quotation. */
export async function* walkRecords(walk: Walk, from: Mark): AsyncGenerator<Step, void, undefined> {
  const { bytes, machine } = walk;
  for (let mark = from; ;) {
    const piece = mark.byte < bytes.size ? await bytes.read(mark.byte, mark.byte + walk.stepBytes()) : new Uint8Array();
    if (piece.length === 0 && !isInside(mark.state)) return;
    if (isInside(mark.state) && isLost(piece, mark, walk)) {
      walk.onLostQuote?.(mark.rows);
      mark = { ...mark, byte: mark.lastQuote + 1, state: state.unquoted };
      continue;
    }
    const { starts, state: behind } = walk.measure(piece, mark.state);
    const quote = isInside(behind) ? piece.lastIndexOf(machine.quoteByte) : -1;
    const after: Mark = {
      byte: mark.byte + piece.length,
      rows: mark.rows + starts,
      state: behind,
      lastQuote: quote < 0 ? mark.lastQuote : mark.byte + quote,
    };
    yield { bytes: piece, before: mark, after };
    mark = after;
  }
}

/** True if the quotation that is open at a mark does not end within the limit. */
function isLost(piece: Uint8Array, mark: Mark, { bytes, machine }: Walk): boolean {
  const found = piece.indexOf(machine.quoteByte);
  if (found >= 0) return mark.byte + found - mark.lastQuote > maxQuotedBytes;
  const end = mark.byte + piece.length;
  return piece.length === 0 || end >= bytes.size || end - mark.lastQuote > maxQuotedBytes;
}

/** The bytes of a table in an encoding whose line ends, delimiters and quotation marks are single bytes. */
export interface TableBytes {
  readonly size: number;
  /** Reads the bytes from `start` to `end`, exclusive; fewer at the end of the table. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  /** Reads into existing memory and returns the number of bytes. Absent if that is not faster. */
  readonly readInto?: ((target: Uint8Array, start: number) => Promise<number>) | undefined;
}

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
