import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

/** Runs a program that reads with isolated handlers; resolves with it and with what it printed first. */
async function startProgram(what: string): Promise<{ first: string; exited: Promise<number | null>; kill(): void }> {
  const program = fileURLToPath(new URL("handlers/program.ts", import.meta.url));
  const child = spawn(process.execPath, [program, what], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const first = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk: Uint8Array) => resolve(new TextDecoder().decode(chunk)));
  });
  return { first, exited, kill: () => void child.kill("SIGKILL") };
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

test.for([["waits"], ["loops"], ["is idle"]] as const)(
  "a process that %s ends with its parent, even when that is killed",
  async ([what]) => {
    const program = await startProgram(what);
    const processId = Number(program.first);
    expect(isAlive(processId)).toBe(true);
    program.kill();
    await program.exited;
    await expect.poll(() => isAlive(processId)).toBe(false);
  },
);

/** Whether a process works: Node leaves the remains of those that a thread started until the program ends. */
function isAtWork(processId: number): boolean {
  const [, state = "Z"] = /^.*\) (\w)/s.exec(readFileSync(`/proc/${processId}/stat`, "latin1")) ?? [];
  return state !== "Z";
}

test.skipIf(!existsSync("/proc/self/stat")).for([["waits"], ["loops"], ["is idle"]] as const)(
  "a process that %s ends with the thread that reads with it, and the program goes on",
  async ([what]) => {
    const program = new URL("handlers/program.ts", import.meta.url);
    const thread = new Worker(program, { argv: [what], stdout: true });
    const [first] = (await once(thread.stdout, "data")) as [Uint8Array];
    const processId = Number(new TextDecoder().decode(first));
    expect(isAtWork(processId)).toBe(true);
    await thread.terminate();
    await expect.poll(() => isAtWork(processId)).toBe(false);
  },
);

test("a program that has read what it wanted ends by itself, without closing anything", async () => {
  const { first, exited } = await startProgram("leaves");
  expect(await exited).toBe(0);
  await expect.poll(() => isAlive(Number(first))).toBe(false);
});
