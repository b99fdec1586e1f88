import type { HandlerContext, Source } from "@reader/core/handler";
import { loadWhole } from "../document/byte-reader.ts";
import { jobOf } from "../document/pdf-job.ts";
import { isEngineBroken } from "../engine/engine.ts";
import type { JobKind } from "./jobs/job.ts";
import { localReader } from "./local-reader.ts";

/**
 * Runs a job and yields its values. The engine of this thread runs it if it may read the file. Otherwise, or if that
 * engine breaks, a separate thread with a new engine runs it. If no thread can start, the whole file is loaded, or the
 * error of the broken engine is thrown.
 */
export async function* runJob<Value>(
  source: Source,
  context: HandlerContext,
  { name, run }: JobKind<Value>,
): AsyncGenerator<Value> {
  const job = jobOf(source, context);
  const { signal } = context;
  const inThread = async (): Promise<AsyncIterable<Value> | undefined> => {
    const { runInThread } = await import("./thread/run-in-thread.ts");
    signal.throwIfAborted();
    return runInThread(source, { job, name, signal }) as AsyncIterable<Value> | undefined;
  };
  const reader = await localReader(source);
  if (reader === undefined) {
    yield* (await inThread()) ?? run({ job, reader: await loadWhole(source), signal });
    return;
  }
  let given = 0;
  try {
    for await (const value of run({ job, reader, signal })) {
      given += 1;
      yield value;
    }
  } catch (cause) {
    if (!isEngineBroken(cause)) throw cause;
    const values = await inThread();
    if (values === undefined) throw cause;
    yield* without(values, given);
  }
}

/** Skips the values that were already yielded. */
async function* without<Value>(values: AsyncIterable<Value>, given: number): AsyncGenerator<Value> {
  let index = 0;
  for await (const value of values) {
    if (index >= given) yield value;
    index += 1;
  }
}

/** Runs a job that has only one answer. */
export async function askJob<Value>(source: Source, context: HandlerContext, kind: JobKind<Value>): Promise<Value> {
  for await (const answer of runJob(source, context, kind)) return answer;
  throw new Error(`The job "${kind.name}" gave no answer.`);
}
