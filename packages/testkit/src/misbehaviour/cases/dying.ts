import { closeSync } from "node:fs";
import type { HandlerEvent } from "@reader/core/handler";
import {
  broken,
  type Described,
  doing,
  family,
  type Misbehaviour,
  never,
  raise,
  type Read,
  turn,
} from "./misbehaviour.ts";

function endSelf(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return never();
}

async function throwFromTimer(): Promise<never> {
  setTimeout(() => raise(new Error("thrown by a timer")), 1);
  return never();
}

async function rejectUnseen(): Promise<never> {
  void Promise.reject(new Error("nobody waits for this"));
  return never();
}

/** Includes its channel to the reader. */
function closeEverything(): Promise<never> {
  for (let descriptor = 0; descriptor < 64; descriptor += 1) {
    try {
      closeSync(descriptor);
    } catch {
      // It was not open.
    }
  }
  return never();
}

/** Complete, and dead a moment later. */
const dyingAfterwards: Read = async function* dyingAfterwards() {
  yield { type: "text", text: "All is well.\n" };
  setImmediate(() => process.exit(7));
};

/** A turn, so that nothing of it depends on how the last line was written. */
const dyingAtOnce: Read = async function* dyingAtOnce() {
  yield* await turn().then((): readonly HandlerEvent[] => process.exit(0));
};

const dead: readonly (readonly [name: string, does: string, deed: () => unknown])[] = [
  ["exit-0", "Ends its process as if all were well.", () => process.exit(0)],
  ["exit-1", "Ends its process with a failure.", () => process.exit(1)],
  ["abort", "Aborts its process.", () => process.abort()],
  ["segmentation-fault", "Dies as a broken native library does.", () => endSelf("SIGSEGV")],
  ["terminated", "Is told to end by a signal.", () => endSelf("SIGTERM")],
  ["timer-throws", "Throws where nobody can catch it.", throwFromTimer],
];

const special: readonly Described[] = [
  {
    name: "killed",
    does: "Dies as the system lets a process die that takes too much memory.",
    right: { endings: ["handler-failed", "too-large"] },
    read: doing(() => endSelf("SIGKILL")),
  },
  {
    name: "unhandled-rejection",
    does: "Lets a promise be rejected that nobody waits for, and waits.",
    right: { endings: ["handler-failed", "timed-out"] },
    endsBy: "time",
    read: doing(rejectUnseen),
  },
  {
    name: "exit-before-anything",
    does: "Ends its process before its first event.",
    right: { ...broken, keeps: "nothing" },
    read: dyingAtOnce,
  },
  {
    name: "exit-after-the-end",
    does: "Gives its whole document and ends its process a moment later.",
    right: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    read: dyingAfterwards,
  },
  {
    name: "exit-in-info",
    does: "Ends its process when it is asked for facts.",
    right: { ...broken, keeps: "nothing" },
    info: () => process.exit(0),
  },
  {
    name: "stopped",
    does: "Stops its whole process, every thread of it, without ending it.",
    right: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(() => endSelf("SIGSTOP")),
  },
  {
    name: "closes-descriptors",
    does: "Closes every descriptor of its process.",
    right: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(closeEverything),
  },
];

/** Handlers whose process dies under them. */
export const dying: readonly Misbehaviour[] = family("dying", [
  ...dead.map(([name, does, deed]): Described => ({
    name,
    does,
    right: broken,
    read: doing(async () => void (await deed())),
  })),
  ...special,
]);
