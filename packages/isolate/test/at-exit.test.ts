import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const module = new URL("../src/at-exit.ts", import.meta.url).href;

interface Ended {
  readonly output: string;
  readonly code: number | null;
  readonly signal: string | null;
}

/** Runs a program that has `atExit` and prints `ready` when it can be ended. */
async function ended(program: string, end?: NodeJS.Signals): Promise<Ended> {
  const script = `import { atExit } from ${JSON.stringify(module)};
    import { writeSync } from "node:fs";
    const say = (word) => writeSync(1, word + " ");
    ${program}
    say("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    output += piece;
    if (end !== undefined && piece.includes("ready")) child.kill(end);
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { output: output.trim(), code, signal };
}

const waiting = "setInterval(() => undefined, 1000);";

test.skipIf(process.platform === "win32").for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "what is left is cleared after %s, the last first, and the process ends by it",
  async (signal) => {
    const program = `atExit(() => say("folder")); atExit(() => say("program")); ${waiting}`;
    expect(await ended(program, signal)).toEqual({ output: "ready program folder", code: null, signal });
  },
);

test("what is left is cleared at a normal exit, and what was forgotten is not", async () => {
  const program = `const forget = atExit(() => say("forgotten")); atExit(() => say("left")); forget();`;
  expect(await ended(program)).toEqual({ output: "ready left", code: 0, signal: null });
});

test.skipIf(process.platform === "win32")("a program that handles the signal decides what happens", async () => {
  const program = `process.on("SIGTERM", () => { say("handled"); process.exit(7); });
    atExit(() => say("left")); ${waiting}`;
  expect(await ended(program, "SIGTERM")).toEqual({ output: "ready handled left", code: 7, signal: null });
});
