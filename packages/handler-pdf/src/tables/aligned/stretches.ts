import { isSeveral } from "./aligned-regions.ts";
import { tailLength } from "./table-tail.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/**
 * The stretches of some rows that are tried as tables, each once: many begin or end with lines that stand alone, and are
 * the same without them.
 */
export class Stretches {
  readonly #rows: readonly VisualRow[];
  readonly #several: readonly boolean[];
  /** By where they begin, where those that were taken end. */
  readonly #taken = new Map<number, Set<number>>();

  constructor(rows: readonly VisualRow[]) {
    this.#rows = rows;
    this.#several = rows.map(isSeveral);
  }

  /**
   * What could be a table between two places: from the first row with pieces side by side to the last one and what goes
   * on with its cells. `undefined` where fewer than two rows have such pieces, or where it was taken before.
   */
  take(start: number, end: number): readonly VisualRow[] | undefined {
    const first = this.#several.indexOf(true, start);
    const last = this.#several.lastIndexOf(true, end - 1);
    if (first < 0 || first >= last) return undefined;
    const tail = tailLength(this.#rows.slice(first, last + 1), this.#rows.slice(last + 1, end));
    return this.#takeOnce(first, last + tail) ? this.#rows.slice(first, last + 1 + tail) : undefined;
  }

  /** Takes note of a stretch; whether it was taken for the first time. */
  #takeOnce(first: number, last: number): boolean {
    const ends = this.#taken.get(first) ?? new Set();
    if (ends.has(last)) return false;
    this.#taken.set(first, ends.add(last));
    return true;
  }
}
