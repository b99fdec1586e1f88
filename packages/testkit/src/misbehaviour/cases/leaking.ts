import { openSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type Described, doing, family, loopForEver, type Misbehaviour, type Stage, turn } from "./misbehaviour.ts";

const count = 2000;

/** Its own module: the one file that every process may open that runs it. */
function leakDescriptors(): string {
  for (let index = 0; index < count; index += 1) openSync(fileURLToPath(import.meta.url), "r");
  return "It opened and did not close.";
}

async function leakServers(): Promise<string> {
  for (let index = 0; index < 100; index += 1)
    createServer()
      .on("error", () => undefined)
      .listen(0, "127.0.0.1");
  await turn();
  return "It listens.";
}

function leakTimers(): string {
  for (let index = 0; index < count; index += 1) setInterval(() => undefined, 10);
  return "It left its timers.";
}

function leakListeners({ context }: Stage): string {
  for (let index = 0; index < count; index += 1) context.signal.addEventListener("abort", () => undefined);
  return "It left its listeners.";
}

/** One core is busy from then on, unless the whole process goes. */
async function leaveThread(): Promise<string> {
  const worker = new Worker("for (;;);", { eval: true });
  await new Promise((resolve, reject) => {
    worker.once("online", resolve);
    worker.once("error", reject);
  });
  return "It left a thread.";
}

async function leaveThreadAndWait(): Promise<string> {
  await leaveThread();
  return new Promise(() => undefined);
}

/** More promises than the end of a document takes, and no turn in which the next one could be heard. */
async function loopAfterwards(): Promise<never> {
  for (let count = 0; count < 1000; count += 1) await Promise.resolve();
  return loopForEver();
}

/** The next document finds the process, but it no longer answers. */
function leaveLoop(): string {
  void loopAfterwards();
  return "It has more to do.";
}

/** What it does not get by asking twice, it holds fast. */
function clingToLife(): string {
  for (const event of ["uncaughtException", "unhandledRejection", "disconnect", "beforeExit", "exit"]) {
    process.on(event, () => setInterval(() => undefined, 10));
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGPIPE"] as const)
    process.on(signal, () => undefined);
  process.exit = (() => undefined) as unknown as typeof process.exit;
  setInterval(() => undefined, 10);
  return "It will not go.";
}

const right = { endings: ["answered", "handler-failed"] } as const;

const members: readonly Described[] = [
  { name: "descriptor-leak", does: "Opens 2000 files and closes none.", right, read: doing(leakDescriptors) },
  { name: "server-leak", does: "Listens on 100 ports and closes none.", right, read: doing(leakServers) },
  { name: "timer-leak", does: "Leaves 2000 timers running.", right, read: doing(leakTimers) },
  {
    name: "listener-leak",
    does: "Leaves 2000 listeners on its signal.",
    right,
    read: doing(leakListeners),
  },
  { name: "leaves-thread", does: "Leaves a thread running in a loop.", right, read: doing(leaveThread) },
  {
    name: "thread-loop",
    does: "Waits for a thread that runs in a loop.",
    right: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(leaveThreadAndWait),
  },
  {
    name: "loops-after-the-end",
    does: "Gives its whole document and then runs in a loop that gives no control back.",
    // On a busy machine its loop may begin before its last words are sent.
    right: { endings: ["answered", "timed-out"] },
    read: doing(leaveLoop),
  },
  { name: "clings-to-life", does: "Takes away every way to ask its process to end.", right, read: doing(clingToLife) },
];

/** Handlers that release nothing. */
export const leaking: readonly Misbehaviour[] = family("leaking", members);
