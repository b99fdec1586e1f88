import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { ReadError } from "@reader/core/handler";
import { blockReader } from "../../document/byte-reader.ts";
import type { JobInput } from "../jobs/job.ts";
import { jobs } from "../jobs/read-job.ts";
import {
  type ThreadAnswer,
  type ThreadError,
  type ThreadMessage,
  type ThreadStart,
  waitForBytes,
} from "./run-in-thread.ts";

if (parentPort !== null) serve(parentPort, workerData as ThreadStart);

/** Answers each request with the next value of the job, which is suspended between them as in the handler. */
function serve(port: MessagePort, { job, name, channel }: ThreadStart): void {
  const send = (message: ThreadMessage): void => port.postMessage(message);
  const reader = blockReader(job.file.size, (start, end) =>
    waitForBytes(channel, () => send({ type: "bytes", start, end })),
  );
  // Aborting terminates the whole thread.
  const { signal } = new AbortController();
  const run: (input: JobInput) => AsyncGenerator<unknown> = jobs[name];
  const values = run({ job, reader, signal });
  const nextAnswer = async (): Promise<ThreadAnswer> => {
    const next = await values.next();
    return next.done === true ? { type: "done" } : { type: "value", value: next.value };
  };
  port.on("message", () => {
    nextAnswer().then(send, (error: unknown) => send({ type: "failed", error: errorData(error) }));
  });
}

function errorData(error: unknown): ThreadError {
  const message = error instanceof Error ? error.message : String(error);
  if (!ReadError.is(error)) return { message };
  const { code, hint, details } = error;
  return { code, message, ...(hint === undefined ? {} : { hint }), ...(details === undefined ? {} : { details }) };
}
