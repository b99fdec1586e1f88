import { BatchError } from "../contract/batch-error.ts";
import { completeLines } from "../files/lines.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { FailureTable } from "./failure-table.ts";
import { runFiles, stagedPath } from "./layout.ts";
import { type DoneRecord, type JournalRecord, type KeptRecord, parseRecord, type Receipt } from "./records.ts";
import { Totals } from "./totals.ts";

/** The state of a document: not done, read, failed, or unchanged since the earlier run. */
export const documentStates = { pending: 0, read: 1, failed: 2, kept: 3 } as const;

/** The state of a run, as its journal tells it. */
export class RunState {
  readonly totals: Totals = new Totals();
  readonly failures: FailureTable = new FailureTable();
  /** Unchanged documents that failed in the earlier run. */
  keptFailures = 0;
  /** Documents that were under way when a process ended, with the number of ends while nothing else was under way. */
  readonly suspects: Map<number, number> = new Map();
  /** The size of each staged file. */
  readonly ends: Map<string, number> = new Map();
  /** Parts with their final names. */
  readonly rolled: Set<string> = new Set();
  /** True if nothing was begun since the run was complete. */
  isFinished = false;
  lastStart: Extract<JournalRecord, { type: "start" }> | undefined;
  #states = new Uint8Array(1024);
  readonly #open = new Map<number, "alone" | "together">();

  /** The state of a document. */
  stateOf(index: number): number {
    return this.#states[index] ?? documentStates.pending;
  }

  /** Takes a record into account. */
  apply(record: JournalRecord): void {
    if (record.type !== "sync") this.isFinished = record.type === "end";
    switch (record.type) {
      case "start":
        this.lastStart = record;
        return this.#endUnderWay();
      case "begin":
        return this.#begin(record);
      case "done":
        return this.#applyDone(record);
      case "kept":
        return this.#applyKept(record);
      case "roll":
        this.rolled.add(record.file);
        return undefined;
      case "sync":
      case "end":
        return undefined;
    }
  }

  #begin({ indexes, alone }: Extract<JournalRecord, { type: "begin" }>): void {
    for (const index of indexes) this.#open.set(index, alone === true ? "alone" : "together");
  }

  /** The documents that are under way become suspects. Called when a process takes over a journal. */
  #endUnderWay(): void {
    for (const [index, how] of this.#open) {
      this.suspects.set(index, (this.suspects.get(index) ?? 0) + (how === "alone" ? 1 : 0));
    }
    this.#open.clear();
  }

  #applyDone(record: DoneRecord): void {
    const { index, receipt, code } = record;
    this.#settle(index);
    const replaced = this.failures.codeOf(index);
    if (replaced !== undefined) this.totals.removeFailure(replaced);
    if (code === undefined) this.failures.delete(index);
    else this.failures.set({ index, code, start: receipt?.start ?? 0, end: receipt?.end ?? 0 });
    this.#set(index, code === undefined ? documentStates.read : documentStates.failed);
    this.totals.addDone(record);
    if (receipt !== undefined) this.ends.set(receipt.file, Math.max(this.ends.get(receipt.file) ?? 0, receipt.end));
  }

  #applyKept(record: KeptRecord): void {
    this.#settle(record.index);
    this.#set(record.index, documentStates.kept);
    this.totals.addKept();
    if (record.code !== undefined) this.keptFailures += 1;
  }

  #settle(index: number): void {
    this.#open.delete(index);
    this.suspects.delete(index);
  }

  #set(index: number, state: number): void {
    if (index >= this.#states.length) {
      const larger = new Uint8Array(Math.max(this.#states.length * 2, index + 1));
      larger.set(this.#states);
      this.#states = larger;
    }
    this.#states[index] = state;
  }
}

/** A journal that was read. */
export interface Replay {
  readonly state: RunState;
  /** The size up to which the journal is sound. */
  readonly size: number;
}

/**
 * Reads the journal of a run. Lines behind the last sync are dropped from the first one whose output is not there or is
 * damaged, as after a loss of power. Rejects with a `BatchError` for a damaged line before it.
 */
export async function replayJournal(files: OutputFiles): Promise<Replay> {
  const state = new RunState();
  let pending: PlacedRecord[] = [];
  let size = 0;
  for await (const lines of completeLines(files, runFiles.journal)) {
    for (const { start, end, bytes } of lines) {
      const record = parseRecord(bytes);
      pending.push({ record, start });
      size = end;
      if (record?.type !== "sync") continue;
      applyAll(state, pending, record.position);
      pending = [];
    }
  }
  const damaged = await firstDamaged(files, pending, state);
  for (const { record } of pending.slice(0, damaged)) if (record !== undefined) state.apply(record);
  return { state, size: pending[damaged]?.start ?? size };
}

interface PlacedRecord {
  readonly record: JournalRecord | undefined;
  readonly start: number;
}

/** Applies records that a sync follows. Those after its position are sound too, because its line is behind them. */
function applyAll(state: RunState, records: readonly PlacedRecord[], position: number): void {
  for (const { record, start } of records) {
    if (record === undefined) throw damagedJournal(start, position);
    state.apply(record);
  }
}

function damagedJournal(start: number, position: number): BatchError {
  return new BatchError(
    "damaged",
    `The journal of this run is damaged at byte ${start}; it was sound to ${position}.`,
    {
      hint: "Restore it from a backup, or start again with an empty output folder.",
    },
  );
}

/** Returns the index of the first record whose line or output is damaged, or the number of records. */
async function firstDamaged(files: OutputFiles, records: readonly PlacedRecord[], state: RunState): Promise<number> {
  const cut = records.findIndex(({ record }) => record === undefined);
  const sound = cut < 0 ? records : records.slice(0, cut);
  const rolled = rolledParts(state, sound);
  for (const [at, { record }] of sound.entries()) {
    const receipt = record?.type === "done" ? record.receipt : undefined;
    if (receipt === undefined || rolled.has(receipt.file)) continue;
    if (!(await isSound(files, receipt))) return at;
  }
  return sound.length;
}

/** The parts that are on the disk, because that is so before the journal says that they have their names. */
function rolledParts(state: RunState, records: readonly PlacedRecord[]): ReadonlySet<string> {
  const names = records.flatMap(({ record }) => (record?.type === "roll" ? [record.file] : []));
  return new Set([...state.rolled, ...names]);
}

async function isSound(files: OutputFiles, { file, start, end, crc }: Receipt): Promise<boolean> {
  const bytes = new Uint8Array(end - start);
  const staged = await files.read(stagedPath(file), bytes, start);
  const count = staged > 0 || end === start ? staged : await files.read(file, bytes, start);
  return count === bytes.length && process.getBuiltinModule("node:zlib").crc32(bytes) === crc;
}

/** True for a record of a document. */
export function isDocumentRecord(record: JournalRecord): record is DoneRecord | KeptRecord {
  return record.type === "done" || record.type === "kept";
}
