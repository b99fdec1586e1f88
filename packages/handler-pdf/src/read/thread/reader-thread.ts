import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { ReadError } from "@reader/core/handler";
import { describeJob } from "../jobs/describe-job.ts";
import { outlineJob } from "../jobs/outline-job.ts";
import { readJob } from "../jobs/read-job.ts";
import { blockReader } from "../../document/byte-reader.ts";
import { waitForBytes } from "./messages.ts";
import type { ThreadError, ThreadMessage, ThreadRequest, ThreadStart } from "./messages.ts";

if (parentPort !== null) serve(parentPort, workerData as ThreadStart);

/** Answers requests in order. The generator is suspended between them, as in the handler. */
function serve(port: MessagePort, { job, channel }: ThreadStart): void {
  const say = (message: ThreadMessage): void => port.postMessage(message);
  const reader = blockReader(job.file.size, (start, end) =>
    waitForBytes(channel, () => say({ type: "bytes", start, end })),
  );
  // Aborting terminates the whole thread.
  const { signal } = new AbortController();
  const events = readJob({ job, reader, signal });
  const answer = async (request: ThreadRequest): Promise<ThreadMessage> => {
    if (request === "info") return { type: "info", info: await describeJob({ job, reader }) };
    if (request === "outline") return { type: "outline", bookmarks: await outlineJob({ job, reader }) };
    const next = await events.next();
    return next.done === true ? { type: "done" } : { type: "event", event: next.value };
  };
  port.on("message", (request: ThreadRequest) => {
    answer(request).then(say, (error: unknown) => say({ type: "failed", error: errorData(error) }));
  });
}

function errorData(error: unknown): ThreadError {
  const message = error instanceof Error ? error.message : String(error);
  if (!ReadError.is(error)) return { message };
  const { code, hint, details } = error;
  return { code, message, ...(hint === undefined ? {} : { hint }), ...(details === undefined ? {} : { details }) };
}
