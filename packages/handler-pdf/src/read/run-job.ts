import type { HandlerContext, Source } from "@reader/core/handler";
import { loadWhole, localReader } from "../document/byte-reader.ts";
import { jobOf } from "../document/pdf-job.ts";
import { isEngineBroken } from "../engine/engine.ts";
import { type Answers, type JobName, jobs } from "./jobs/jobs.ts";

/**
 * Runs a job and yields its answers. The engine of this thread runs it if it may read the file. Otherwise, or if that
 * engine breaks, a separate thread with a new engine runs it. If no thread can start, the whole file is loaded, or the
 * error of the broken engine is thrown.
 */
export async function* runJob<Name extends JobName>(
  source: Source,
  context: HandlerContext,
  name: Name,
): AsyncGenerator<Answers[Name]> {
  const job = jobOf(source, context);
  const { signal } = context;
  const run = jobs[name];
  const inThread = async (): Promise<AsyncIterable<Answers[Name]> | undefined> => {
    const { runInThread } = await import("./thread/run-in-thread.ts");
    signal.throwIfAborted();
    return runInThread(source, { job, name, signal }) as AsyncIterable<Answers[Name]> | undefined;
  };
  const reader = await localReader(source);
  if (reader === undefined) {
    yield* (await inThread()) ?? run({ job, reader: await loadWhole(source), signal });
    return;
  }
  let given = 0;
  try {
    for await (const answer of run({ job, reader, signal })) {
      given += 1;
      yield answer;
    }
  } catch (cause) {
    if (!isEngineBroken(cause)) throw cause;
    const answers = await inThread();
    if (answers === undefined) throw cause;
    yield* without(answers, given);
  }
}

/** Skips the answers that were already yielded. */
async function* without<Value>(answers: AsyncIterable<Value>, given: number): AsyncGenerator<Value> {
  let index = 0;
  for await (const answer of answers) {
    if (index >= given) yield answer;
    index += 1;
  }
}

/** Runs a job that has only one answer. */
export async function askJob<Name extends JobName>(
  source: Source,
  context: HandlerContext,
  name: Name,
): Promise<Answers[Name]> {
  for await (const answer of runJob(source, context, name)) return answer;
  throw new Error(`The job "${name}" gave no answer.`);
}
