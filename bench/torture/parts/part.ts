import { runBatches, type Batch } from "../crew.ts";
import type { Findings } from "../findings.ts";
import type { Counter } from "../tally.ts";
import type { WorkerOptions } from "../worker-messages.ts";

/** What a run was asked for. */
export interface RunOptions {
  readonly seed: number;
  /** The most inputs of a part. */
  readonly count: number;
  readonly workers: number;
  readonly worker: WorkerOptions & { readonly noAnswerMs: number };
  /** Formats that mutants are made of; all if empty. */
  readonly formatNames: readonly string[];
  /** The folder that findings are written to. */
  readonly findingsFolder: string;
}

/** What a part works with. */
export interface PartContext {
  readonly options: RunOptions;
  /** Milliseconds since 1970 after which the part begins nothing new. */
  readonly deadline: number;
  readonly counter: Counter;
  readonly findings: Findings;
  readonly tell: (line: string) => void;
}

/** One kind of torture. */
export interface Part {
  readonly name: string;
  readonly about: string;
  /** Its share of the time, beside the other parts. */
  readonly weight: number;
  run(context: PartContext): Promise<void>;
}

const tellEveryMs = 60_000;

/** A part whose inputs are cases that workers read in batches. */
export async function readBatches(batches: Iterator<Batch>, context: PartContext): Promise<void> {
  const { options, deadline, counter, findings, tell } = context;
  let toldAt = Date.now();
  await runBatches(
    firstOf(batches, options.count),
    { ...options.worker, workers: options.workers, deadline },
    {
      observed({ id, ending, ms, faults }, batch) {
        counter.count(id.startsWith("canary:") ? "sound file" : ending, ms, faults);
        for (const fault of faults) findings.add(fault, id, batch);
        if (Date.now() - toldAt < tellEveryMs) return;
        toldAt = Date.now();
        tell(`  ${counter.tally().inputs} inputs, ${findings.all().length} findings`);
      },
      measured: (memory, worker) => counter.measure(memory, worker),
    },
  );
}

/** The first batches, cut so that they have this many cases in all. */
function* firstOf(batches: Iterator<Batch>, count: number): Generator<Batch, void, undefined> {
  let left = count;
  for (let next = batches.next(); left > 0 && next.done !== true; next = batches.next()) {
    const { format, ids } = next.value;
    yield { format, ids: ids.slice(0, left) };
    left -= ids.length;
  }
}

/** Cuts cases into batches. */
export function* inBatches(ids: readonly string[], length: number): Generator<Batch, void, undefined> {
  for (let at = 0; at < ids.length; at += length) yield { format: undefined, ids: ids.slice(at, at + length) };
}
