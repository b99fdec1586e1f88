import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { warmRounds } from "../measure.ts";

/** Threads of this process, as many as the programs of a peer that run at the same time. */
export interface ThreadPair {
  /** Reads all files, each in the thread that is free first; throws where one fails. */
  read(files: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

/** Starts two threads, each with a handler of its own, that are warm: V8 compiles code for each thread by itself. */
export async function startThreadPair(files: readonly string[]): Promise<ThreadPair> {
  const threads = [startThread(), startThread()];
  const read: ThreadPair["read"] = async (wanted) => {
    const queue = [...wanted];
    await Promise.all(threads.map((thread) => readQueue(thread, queue)));
  };
  for (let round = 0; round < warmRounds; round += 1) await read(files);
  return {
    read,
    async end() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

function startThread(): Worker {
  return new Worker(new URL("read-in-thread.ts", import.meta.url));
}

async function readQueue(thread: Worker, queue: string[]): Promise<void> {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const answer = once(thread, "message");
    thread.postMessage(file);
    const [fault] = (await answer) as [string | undefined];
    if (fault !== undefined) throw new Error(fault);
  }
}
