import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Adapter, Answer } from "./adapter.ts";
import { groupBytes } from "./group-memory.ts";
import { judge, type Verdict } from "./judge.ts";
import type { OddFile } from "./odd-file.ts";
import type { ReadMessage } from "./serve.ts";

/** How long a tool may take for one file, and to start. */
const defaultTimeLimitMs = 20_000;
const memoryLimitBytes = 1_500_000_000;
const watchEveryMs = 100;
/** Whether a process can be ended with all that it started. */
const hasGroups = process.platform !== "win32";
const serve = fileURLToPath(new URL("./serve.ts", import.meta.url));

/** What a tool is held against. */
export interface Corpus {
  readonly workspace: string;
  readonly files: readonly OddFile[];
  /** How long the tool may take for one file; 20 s where not given. */
  readonly timeLimitMs?: number;
  /** Ends the tool, and the verdicts with it. */
  readonly signal?: AbortSignal;
}

/**
 * Holds a tool against every file, in a process that is replaced when it hangs or dies. Verdicts by the files' ids.
 * Rejects where the tool does not start, and where it is interrupted.
 */
export async function runTool(
  spec: string,
  adapter: Pick<Adapter, "showsImages">,
  corpus: Corpus,
): Promise<ReadonlyMap<string, Verdict>> {
  const { workspace, files } = corpus;
  const verdicts = new Map<string, Verdict>();
  let child: ChildProcess | undefined;
  try {
    for (const { id, path = id, expect } of files) {
      // One may have ended behind its last answer.
      if (child?.connected !== true) child = await start(spec, corpus);
      const answer = await ask(child, { workspace, path }, corpus);
      corpus.signal?.throwIfAborted();
      verdicts.set(id, typeof answer === "string" ? { is: answer } : judge(answer, expect, adapter));
      if (typeof answer !== "string") continue;
      end(child);
      child = undefined;
    }
  } finally {
    if (child !== undefined) end(child);
  }
  return verdicts;
}

/** Ends a process with what it started, which may hang as well. */
function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && hasGroups) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
}

async function start(spec: string, corpus: Corpus): Promise<ChildProcess> {
  const child = fork(serve, [spec], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    detached: hasGroups,
  });
  // A failure of the process is reported by its exit.
  child.on("error", () => undefined);
  const said = await nextMessage(child, corpus);
  if (said === "ready") return child;
  end(child);
  corpus.signal?.throwIfAborted();
  throw new Error(said === "dies" ? "it ended when it was started" : "it did not start in time");
}

function ask(child: ChildProcess, message: ReadMessage, corpus: Corpus): Promise<Answer | "hangs" | "dies"> {
  // If a message cannot be sent, the process ends, and its exit is handled.
  child.send(message, () => undefined);
  return nextMessage(child, corpus) as Promise<Answer | "hangs" | "dies">;
}

function nextMessage(child: ChildProcess, { timeLimitMs = defaultTimeLimitMs, signal }: Corpus): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (answer: unknown): void => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener("abort", onHang);
      child.off("message", done).off("exit", onExit).off("error", onExit);
      resolve(answer);
    };
    const onExit = (): void => done("dies");
    const onHang = (): void => done("hangs");
    const timer = setTimeout(onHang, timeLimitMs);
    const watch = setInterval(() => {
      if (groupBytes(child.pid) > memoryLimitBytes) done("dies");
    }, watchEveryMs);
    signal?.addEventListener("abort", onHang);
    child.on("message", done).on("exit", onExit).on("error", onExit);
    if (signal?.aborted === true) onHang();
  });
}
