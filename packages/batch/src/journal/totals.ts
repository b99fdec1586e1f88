import type { FailureCode, ReadReason } from "../contract/document.ts";
import type { DoneRecord } from "./records.ts";

/** How far a run is. */
export interface RunTotals {
  /** Documents that were read to their end or to a limit. */
  readonly read: number;
  /** Those of `read` whose text is incomplete. */
  readonly partial: number;
  readonly failed: number;
  /** Documents that did not change since the earlier run. */
  readonly kept: number;
  /** Estimated tokens of the documents that were read. */
  readonly tokens: number;
  /** Size of the files that were read. */
  readonly bytes: number;
  /** Time of these reads in milliseconds; reads at the same time count each. */
  readonly ms: number;
  /** Documents that were read, by handler. */
  readonly byHandler: Readonly<Record<string, number>>;
  readonly byCode: Readonly<Record<string, number>>;
  /** Why documents of an incremental run were read. */
  readonly byReason: Readonly<Record<string, number>>;
}

/** Counts the documents of a run. */
export class Totals {
  #read = 0;
  #partial = 0;
  #failed = 0;
  #kept = 0;
  #tokens = 0;
  #bytes = 0;
  #ms = 0;
  readonly #byHandler = new Map<string, number>();
  readonly #byCode = new Map<FailureCode, number>();
  readonly #byReason = new Map<ReadReason, number>();

  /** Counts a document that was read or failed. */
  addDone(record: DoneRecord): void {
    const { code, reason } = record;
    if (code === undefined) this.#addRead(record);
    else {
      this.#failed += 1;
      count(this.#byCode, code, 1);
    }
    if (reason !== undefined) count(this.#byReason, reason, 1);
  }

  /** Takes back a failure that a retry replaced. */
  removeFailure(code: FailureCode): void {
    this.#failed -= 1;
    count(this.#byCode, code, -1);
  }

  #addRead({ status, handler, tokens, size = 0, ms }: DoneRecord): void {
    this.#read += 1;
    if (status === "partial") this.#partial += 1;
    this.#tokens += tokens;
    this.#bytes += size;
    this.#ms += ms;
    if (handler !== undefined) count(this.#byHandler, handler, 1);
  }

  /** Counts a document that did not change. */
  addKept(): void {
    this.#kept += 1;
  }

  /** Returns the counts so far. */
  snapshot(): RunTotals {
    return {
      read: this.#read,
      partial: this.#partial,
      failed: this.#failed,
      kept: this.#kept,
      tokens: this.#tokens,
      bytes: this.#bytes,
      ms: Math.round(this.#ms),
      byHandler: sorted(this.#byHandler),
      byCode: sorted(this.#byCode),
      byReason: sorted(this.#byReason),
    };
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

/** The most frequent first, then by name. */
function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  const entries = [...counts].filter(([, number]) => number > 0);
  return Object.fromEntries(entries.toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)));
}
