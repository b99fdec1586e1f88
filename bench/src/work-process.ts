import { type ChildProcess, fork } from "node:child_process";

/** A child process that does one task after the other. */
export interface WorkProcess<Task, Result> {
  /** Returns what the process answers. Rejects if it ends, or does not answer in time; the next task gets a new process. */
  readonly run: (task: Task) => Promise<Result>;
  readonly end: () => void;
}

/** A module that answers each message, a task, by one message, and the time that a task may take. */
export interface WorkProcessOptions {
  readonly module: URL;
  readonly limitMs: number;
}

/** Creates a process that is started with its first task, and killed if a task takes too long: engines can hang. */
export function createWorkProcess<Task extends object, Result>({
  module,
  limitMs,
}: WorkProcessOptions): WorkProcess<Task, Result> {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    child?.kill("SIGKILL");
    child = undefined;
  };
  const runNow = async (task: Task): Promise<Result> => {
    child ??= fork(module, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    try {
      return (await answerOf(child, task, limitMs)) as Result;
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    run(task) {
      const result = last.then(() => runNow(task));
      last = result.catch(() => undefined);
      return result;
    },
    end,
  };
}

function answerOf(child: ChildProcess, task: object, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      finish();
    };
    const fail = (why: string): void => settle(() => reject(new Error(why)));
    const timer = setTimeout(() => fail(`no answer within ${limitMs / 1000} s`), limitMs);
    child.once("message", (answer) => settle(() => resolve(answer)));
    child.once("exit", (code, signal) => fail(`the process ended: ${signal ?? String(code)}`));
    child.once("error", (error) => fail(error.message));
    child.send(task);
  });
}
