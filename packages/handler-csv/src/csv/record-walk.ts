import type { RecordCount } from "./record-scan.ts";
import { isInside, state, type RecordMachine, type State } from "./record-machine.ts";
import type { TableBytes } from "./table-bytes.ts";

/** How far a walk over the records has come. */
export interface Mark {
  readonly byte: number;
  /** How many records start before that byte. */
  readonly rows: number;
  readonly state: State;
  /** Where the last quotation mark before it stands; of use inside of a quotation only. */
  readonly lastQuote: number;
}

/** Bytes of a walk. */
export interface Step {
  readonly bytes: Uint8Array;
  readonly before: Mark;
  readonly after: Mark;
}

/** How a walk looks at bytes. */
export interface Walk {
  readonly machine: RecordMachine;
  readonly bytes: TableBytes;
  /** Bytes of the next step; not more than `maxQuotedBytes`. */
  stepBytes(): number;
  measure(bytes: Uint8Array, from: State): RecordCount;
  /** Told where a quotation mark stands that opens a quotation without an end. */
  onLostQuote?(row: number): void;
}

/**
 * Bytes inside of a quotation without any quotation mark. When there are more, or the file ends there, the last mark
 * was a character like others: without this rule one forgotten mark would make a single record of the rest of a file.
 */
const maxQuotedBytes: number = 1024 * 1024;

/** Goes over the records from a mark on; it may go back to a mark that turns out to open nothing. */
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

/** Whether the quotation that is open at a mark has no end near enough. */
function isLost(piece: Uint8Array, mark: Mark, { bytes, machine }: Walk): boolean {
  const found = piece.indexOf(machine.quoteByte);
  if (found >= 0) return mark.byte + found - mark.lastQuote > maxQuotedBytes;
  const end = mark.byte + piece.length;
  return piece.length === 0 || end >= bytes.size || end - mark.lastQuote > maxQuotedBytes;
}
