import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Row } from "../../src/speed/row.ts";
import { runRow } from "../../src/speed/run-row.ts";
import { runRows } from "../../src/speed/run-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "run-row-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const measured = { type: "measured", result: { ours: "1 ms", theirs: "2 ms", value: 0.5 } };

/** A row is only asked for its name: the program that is run in place of `row-program.ts` decides what comes of it. */
function rowNamed(name: string): Row {
  return { name, peer: "a peer", atMost: 1, measure: () => Promise.reject(new Error("not in this process")) };
}

function program(name: string, code: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

/** Says something as soon as it runs, and stays. */
function saying(name: string, message: object): string {
  return program(name, `process.send(${JSON.stringify(message)}); setInterval(() => undefined, 1000);`);
}

test("what a row's own process measures is what comes back", async () => {
  const row = rowNamed("a row");
  const outcome = await runRow(row, { scratch: folder, signal: never, program: saying("measures", measured) });
  expect(outcome).toEqual({ row, result: measured.result });
});

test("the process knows its row, collects garbage when asked, and writes into the folder of the run", async () => {
  const file = program(
    "tells",
    `import { tmpdir } from "node:os";
    const ours = [process.argv[2], typeof gc, tmpdir()].join(", ");
    process.send({ type: "measured", result: { ours, theirs: "", value: 0 } });`,
  );
  const { result } = await runRow(rowNamed("a row"), { scratch: folder, signal: never, program: file });
  expect(result?.ours).toBe(`a row | a peer, function, ${folder}`);
});

test.for([
  ["is ended", "process.exit(3);", "its process ended with code 3"],
  ["is killed", 'process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 9);', "its process ended by SIGKILL"],
  ["throws", "throw new Error('no');", "its process ended with code 1"],
  ["fails", "process.send({ type: 'failed', reason: 'no pages' });", "no pages"],
  ["tells no number", "process.send({ type: 'measured', result: { value: NaN } });", "it gave no figure"],
] as const)("a row that %s has failed, and says how", async ([how, code, reason]) => {
  const file = program(how.replaceAll(" ", "-"), code);
  const { failed, result } = await runRow(rowNamed(how), { scratch: folder, signal: never, program: file });
  expect({ failed, result }).toEqual({ failed: reason, result: undefined });
});

test("a row that hangs is ended with all that it started", async () => {
  const told = join(folder, "grandchild");
  const file = program(
    "hangs",
    `import { spawnSync } from "node:child_process";
    spawnSync("sh", ["-c", 'echo $$ > "$0"; exec sleep 600', ${JSON.stringify(told)}]);`,
  );
  // On a busy machine a short time may be over before the row has started anything.
  for (let timeLimitMs = 3000; !existsSync(told); timeLimitMs *= 4) {
    const run = { scratch: folder, signal: never, program: file, timeLimitMs };
    expect((await runRow(rowNamed("hangs"), run)).failed).toBe(`not done in ${timeLimitMs / 1000} s`);
  }
  await expect.poll(() => isRunning(Number(readFileSync(told, "utf8")))).toBe(false);
});

test("a process that made a file is followed by another, whose figure is taken", async () => {
  const told = join(folder, "made");
  const file = program(
    "makes",
    `import { appendFileSync, existsSync } from "node:fs";
    const isFirst = !existsSync(${JSON.stringify(told)});
    appendFileSync(${JSON.stringify(told)}, "x");
    if (isFirst) process.send({ type: "made" });
    process.send({ type: "measured", result: { ours: "", theirs: "", value: isFirst ? 9 : 1 } });`,
  );
  const { result } = await runRow(rowNamed("makes"), { scratch: folder, signal: never, program: file });
  expect(result?.value).toBe(1);
  expect(readFileSync(told, "utf8")).toBe("xx");
});

test("after a row that fails the next ones are measured, and one without its peer is skipped by name", async () => {
  const file = program(
    "some",
    `if (process.argv[2].startsWith("bad")) process.exit(1);
    process.send(${JSON.stringify(measured)});`,
  );
  const lines: string[] = [];
  const asked = [rowNamed("bad"), { ...rowNamed("lonely"), programs: ["no-such-program"] }, rowNamed("good")];
  const outcomes = await runRows(asked, { signal: never, program: file, tell: (line) => lines.push(line) });
  expect(outcomes).toEqual([
    { row: asked[0], failed: "its process ended with code 1" },
    { row: asked[1], skipped: "no-such-program is not installed" },
    { row: asked[2], result: measured.result },
  ]);
  expect(lines).toContain("  skipped: no-such-program is not installed");
});

test("an interrupted run ends at once, keeps what was measured, and leaves nothing in the folder of passing files", async () => {
  const controller = new AbortController();
  const told = join(folder, "scratch");
  const file = program(
    "stays",
    `import { writeFileSync } from "node:fs";
    import { tmpdir } from "node:os";
    import { join } from "node:path";
    writeFileSync(join(tmpdir(), "left-behind"), "x");
    writeFileSync(${JSON.stringify(told)}, tmpdir());
    if (process.argv[2].startsWith("first")) process.send(${JSON.stringify(measured)});
    else setInterval(() => undefined, 1000);`,
  );
  const tell = (line: string): void => {
    if (line.startsWith("second")) setImmediate(() => controller.abort());
  };
  const asked = [rowNamed("first"), rowNamed("second"), rowNamed("third")];
  const outcomes = await runRows(asked, { signal: controller.signal, program: file, tell });
  expect(outcomes.map(({ row }) => row.name)).toEqual(["first"]);
  expect(existsSync(readFileSync(told, "utf8"))).toBe(false);
  expect(readdirSync(folder)).not.toContain("left-behind");
});

/** One that was ended and is not yet waited for by the system's first process does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self/stat") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
