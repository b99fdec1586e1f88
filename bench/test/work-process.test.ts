import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { expect, test } from "vitest";
import { runProgram } from "../src/quality/tools/run-program.ts";
import { createWorkProcess } from "../src/work-process.ts";

const module = new URL("worker-of-test.ts", import.meta.url);

interface Task {
  readonly what: "answer" | "answer-and-end" | "hang" | "end";
}

test("a process that does not answer in time, or ends, fails one task, and the next task gets a new one", async () => {
  const hasty = createWorkProcess<Task, number>({ module, limitMs: 1000 });
  const patient = createWorkProcess<Task, number>({ module, limitMs: 60_000 });
  try {
    const tasks = [hasty.run({ what: "hang" }), patient.run({ what: "end" })];
    await expect(tasks[0]).rejects.toThrow("no answer within 1 s");
    await expect(tasks[1]).rejects.toThrow("the process ended: 3");
    const answers = [await patient.run({ what: "answer" }), await patient.run({ what: "answer" })];
    expect(answers).toEqual([1, 2]);
  } finally {
    hasty.end();
    patient.end();
  }
});

test("tasks that are given together are done one after the other", async () => {
  const process = createWorkProcess<Task, number>({ module, limitMs: 60_000 });
  try {
    const answers = await Promise.all(Array.from({ length: 3 }, () => process.run({ what: "answer" })));
    expect(answers).toEqual([1, 2, 3]);
  } finally {
    process.end();
  }
});

test("an error between tasks is ignored, and after a process has ended the next task gets a new one", async () => {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => void started.push((message as { readonly process: ChildProcess }).process);
  const work = createWorkProcess<Task, number>({ module, limitMs: 60_000 });
  subscribe("child_process", note);
  try {
    expect(await work.run({ what: "answer" })).toBe(1);
    started[0]?.emit("error", new Error("write EPIPE"));
    expect(await work.run({ what: "answer-and-end" })).toBe(2);
    if (started[0]?.exitCode === null) await once(started[0], "exit");
    expect(await work.run({ what: "answer" })).toBe(1);
    expect(started).toHaveLength(2);
  } finally {
    unsubscribe("child_process", note);
    work.end();
  }
});

test("a program that does not end is an error", () => {
  expect(() => runProgram(globalThis.process.execPath, ["-e", "for (;;);"], 200)).toThrow("ETIMEDOUT");
  expect(() => runProgram(globalThis.process.execPath, ["-e", "console.error('no'); process.exit(2)"])).toThrow("no");
  expect(runProgram(globalThis.process.execPath, ["-e", "console.log('yes')"])).toBe("yes\n");
});
