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
  const start = (): ChildProcess => {
    const started = fork(module, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    // Without a listener, an error after the answer, such as a task that could not be sent, would end this process.
    started.on("error", ignore);
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    return started;
  };
  const runNow = async (task: Task): Promise<Result> => {
    child ??= start();
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

function ignore(): void {}

function answerOf(child: ChildProcess, task: object, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      child.off("error", onError);
      finish();
    };
    const fail = (why: string): void => settle(() => reject(new Error(why)));
    const onMessage = (answer: unknown): void => settle(() => resolve(answer));
    const onExit = (code: number | null, signal: string | null): void =>
      fail(`the process ended: ${signal ?? String(code)}`);
    const onError = (error: Error): void => fail(error.message);
    const timer = setTimeout(() => fail(`no answer within ${limitMs / 1000} s`), limitMs);
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.on("error", onError);
    child.send(task);
  });
}
