import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Adapter, Answer } from "./adapter.ts";
import { judge, type Verdict } from "./judge.ts";
import type { OddFile } from "./odd-file.ts";
import type { ReadMessage } from "./serve.ts";

/** How long a tool may take for one file. */
const defaultTimeLimitMs = 20_000;
const memoryLimitBytes = 1_500_000_000;
const watchEveryMs = 50;
const pageBytes = 4096;
/** Whether a process can be ended with all that it started. */
const hasGroups = process.platform !== "win32";
const serve = fileURLToPath(new URL("./serve.ts", import.meta.url));

/** What a tool is held against. */
export interface Corpus {
  readonly workspace: string;
  readonly files: readonly OddFile[];
  /** How long the tool may take for one file; 20 s where not given. */
  readonly timeLimitMs?: number;
}

/** Holds a tool against every file, in a process that is replaced when it hangs or dies. Verdicts by the files' ids. */
export async function runTool(
  spec: string,
  adapter: Pick<Adapter, "showsPictures">,
  corpus: Corpus,
): Promise<ReadonlyMap<string, Verdict>> {
  const { workspace, files, timeLimitMs = defaultTimeLimitMs } = corpus;
  const verdicts = new Map<string, Verdict>();
  let child: ChildProcess | undefined;
  for (const { id, path = id, expect } of files) {
    child ??= await start(spec);
    const answer = await ask(child, { workspace, path }, timeLimitMs);
    if (typeof answer === "string") {
      end(child);
      child = undefined;
      verdicts.set(id, { is: answer });
    } else verdicts.set(id, judge(answer, expect, adapter));
  }
  if (child !== undefined) end(child);
  return verdicts;
}

/** Ends a process with what it started, which may hang as well. */
function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && hasGroups) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It is gone already.
  }
}

function start(spec: string): Promise<ChildProcess> {
  const child = fork(serve, [spec], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    detached: hasGroups,
  });
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`The adapter ${spec} did not start; it ended with ${code}.`)));
  });
}

function ask(child: ChildProcess, message: ReadMessage, timeLimitMs: number): Promise<Answer | "hangs" | "dies"> {
  return new Promise((resolve) => {
    const done = (answer: Answer | "hangs" | "dies"): void => {
      clearTimeout(timer);
      clearInterval(watch);
      child.off("message", onMessage).off("exit", onExit);
      resolve(answer);
    };
    const onMessage = (answer: unknown): void => done(answer as Answer);
    const onExit = (): void => done("dies");
    const timer = setTimeout(() => done("hangs"), timeLimitMs);
    const watch = setInterval(() => {
      if (residentBytes(child) > memoryLimitBytes) done("dies");
    }, watchEveryMs);
    child.on("message", onMessage).on("exit", onExit);
    child.send(message);
  });
}

/** Memory that a process has; 0 where the system does not tell. */
function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * pageBytes;
  } catch {
    return 0;
  }
}
