import type { PlannedDocument } from "../contract/document.ts";
import type { OutputFiles } from "../files/output-files.ts";
import type { Journal } from "../journal/journal.ts";
import { readPlan } from "../journal/plan.ts";
import type { DoneRecord, JournalRecord, KeptRecord, Receipt } from "../journal/records.ts";
import { documentStates, type RunState } from "../journal/replay.ts";
import type { DocumentOutput, FinishedDocument } from "../outputs/document-output.ts";
import type { BatchOptions } from "./batch-options.ts";
import { groupsOf } from "./groups.ts";
import { maxCrashes, quarantined, readDocument } from "./read-document.ts";
import type { Readers } from "./reading.ts";
import type { Since } from "./since.ts";
import type { Telemetry } from "./telemetry.ts";
import { createYielder } from "@reader/core/internal";

/** Time between two syncs to the disk, in milliseconds. */
const checkpointMs = 2000;

/** Documents with a handler after which readers forget what they keep. */
const forgetAfter = 64;

/** Kept records to write at once. */
const keptPerWrite = 256;

/** What a run works with. */
export interface RunParts {
  readonly files: OutputFiles;
  readonly state: RunState;
  readonly journal: Journal;
  readonly output: DocumentOutput;
  readonly readers: Readers;
  readonly since?: Since | undefined;
  readonly concurrency: number;
  readonly telemetry: Telemetry;
  /** Called after each write. */
  readonly onCommit: (documents: number) => void;
}

interface Outcome {
  readonly planned: PlannedDocument;
  readonly finished: FinishedDocument;
}

/** Reads the documents of a run that are not done. */
export class BatchRun {
  readonly #options: BatchOptions;
  readonly #parts: RunParts;
  /** The end of the last write. Output and journal are written by one at a time. */
  #written: Promise<void> = Promise.resolve();
  #kept: KeptRecord[] = [];
  #checkpointAt: number;
  #handled = 0;
  #isFaulty = false;

  constructor(options: BatchOptions, parts: RunParts) {
    this.#options = options;
    this.#parts = parts;
    this.#checkpointAt = parts.readers.clock() + checkpointMs;
  }

  /** Reads everything that is pending. Resolves early if the signal is aborted. */
  async readAll(): Promise<void> {
    await this.#readSuspects();
    const groups = groupsOf(this.#wanted(), (path) => this.#parts.readers.isText(path));
    const loops = Array.from({ length: this.#parts.concurrency }, () => this.#readGroups(groups));
    const results = await Promise.allSettled(loops);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    await this.#exclusively(() => this.#writeKept());
  }

  /** Makes what was written survive a loss of power. */
  async checkpoint(): Promise<void> {
    await this.#exclusively(() => this.#sync());
  }

  /** The parts get their final names last: the journal that survives a loss of power has to know all of their content. */
  async #sync(): Promise<void> {
    const { journal, output } = this.#parts;
    await journal.checkpoint(() => output.sync());
    await output.rollIfFull();
  }

  get #isStopped(): boolean {
    const { signal, abort } = this.#options;
    return this.#isFaulty || signal?.aborted === true || abort?.aborted === true;
  }

  /** Reads what was under way when a process ended, one document at a time. */
  async #readSuspects(): Promise<void> {
    const { state, files } = this.#parts;
    if (state.suspects.size === 0) return;
    for await (const planned of readPlan(files)) {
      if (this.#isStopped) return;
      const ends = state.suspects.get(planned.index);
      if (ends === undefined) continue;
      if (ends >= maxCrashes) await this.#commit([{ planned, finished: quarantined(planned, this.#parts.readers) }]);
      else await this.#read([planned], true);
    }
  }

  async #readGroups(groups: AsyncGenerator<{ readonly documents: readonly PlannedDocument[] }>): Promise<void> {
    const breathe = createYielder();
    try {
      for (;;) {
        if (this.#isStopped) return;
        const next = await groups.next();
        if (next.done === true || this.#isStopped) return;
        await this.#read(next.value.documents, false);
        await breathe();
      }
    } catch (cause) {
      this.#isFaulty = true;
      throw cause;
    }
  }

  /** Yields the documents to read, in the order of the plan. */
  async *#wanted(): AsyncGenerator<PlannedDocument, void, undefined> {
    const { state, files, since } = this.#parts;
    for await (const document of readPlan(files)) {
      if (this.#isStopped) return;
      since?.see(document.path);
      const isPending = state.stateOf(document.index) === documentStates.pending;
      if (!isPending && !this.#isRetried(document.index)) continue;
      const reason = isPending ? await this.#reasonFor(document) : undefined;
      if (reason !== "kept") yield reason === undefined ? document : { ...document, reason };
    }
  }

  #isRetried(index: number): boolean {
    const { retry = [] } = this.#options;
    const code = this.#parts.state.failures.codeOf(index);
    return code !== undefined && (retry === "all" || retry.includes(code));
  }

  async #reasonFor(document: PlannedDocument): Promise<PlannedDocument["reason"] | "kept"> {
    const { since, readers } = this.#parts;
    if (since === undefined) return undefined;
    const verdict = await since.compare(document, await readers.readerOf(document));
    if (!verdict.isKept) return verdict.reason;
    this.#kept.push({ ...verdict.record, index: document.index });
    if (this.#kept.length >= keptPerWrite) await this.#exclusively(() => this.#writeKept());
    return "kept";
  }

  async #read(documents: readonly PlannedDocument[], isAlone: boolean): Promise<void> {
    const { readers, journal, telemetry } = this.#parts;
    const indexes = documents.map(({ index }) => index);
    await this.#exclusively(() => journal.append([{ type: "begin", indexes, ...(isAlone ? { alone: true } : {}) }]));
    const outcomes: Outcome[] = [];
    for (const planned of documents) {
      const finished = await telemetry.document(planned, () => readDocument(planned, readers, this.#options.abort));
      if (finished !== undefined) outcomes.push({ planned, finished });
      if (finished !== undefined && finished.record.handler !== "text") this.#handled += 1;
    }
    await this.#commit(outcomes);
    if (this.#handled < forgetAfter) return;
    this.#handled = 0;
    await readers.forget();
  }

  async #commit(outcomes: readonly Outcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await this.#exclusively(async () => {
      const { output, journal, state, onCommit, readers } = this.#parts;
      const receipts = await output.write(outcomes.map(({ finished }) => finished));
      const records = outcomes.map((outcome, at) => doneRecord(outcome, receipts[at]));
      await journal.append(records);
      for (const record of records) state.apply(record);
      onCommit(records.length);
      if (readers.clock() < this.#checkpointAt) return;
      await this.#sync();
      this.#checkpointAt = readers.clock() + checkpointMs;
    });
  }

  async #writeKept(): Promise<void> {
    const records: readonly JournalRecord[] = this.#kept;
    this.#kept = [];
    if (records.length === 0) return;
    await this.#parts.journal.append(records);
    for (const record of records) this.#parts.state.apply(record);
    this.#parts.onCommit(0);
  }

  /** Runs a write after those before it. After a failed write nothing more is written: its file may be cut inside a line. */
  async #exclusively(write: () => Promise<void>): Promise<void> {
    const mine = this.#written.then(write);
    this.#written = mine;
    // A rejection is reported to whoever waits for it, which may be the next write only.
    mine.catch(() => undefined);
    await mine;
  }
}

function doneRecord({ planned, finished }: Outcome, receipt: Receipt | undefined): DoneRecord {
  const { record, fingerprint } = finished;
  const { handler, version, mediaType, tokens, ms, status, error } = record;
  return {
    type: "done",
    index: planned.index,
    status,
    ...(error === undefined ? {} : { code: error.code }),
    ...(planned.reason === undefined ? {} : { reason: planned.reason }),
    ...(handler === undefined ? {} : { handler }),
    ...(version === undefined ? {} : { version }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...fingerprint,
    tokens,
    ms,
    ...(receipt === undefined ? {} : { receipt }),
  };
}
