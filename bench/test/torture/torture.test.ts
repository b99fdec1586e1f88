import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../../packages/testkit/test/support/folder-with.ts";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("../../torture/main.ts", import.meta.url));
const planted = fileURLToPath(new URL("./planted/", import.meta.url));

/** Runs the command as a person does. Time is no limit of these runs: they name their cases. */
function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

test("planted faults are found, minimised and written as fixtures, and the run ends with 1", { timeout: 600_000 }, () => {
  const findings = folderWith();
  const handlers = ["--handlers", join(planted, "handlers.ts"), "--fixtures", join(planted, "fixtures")];
  const cases = ["planted:0", "planted:5", "planted:53"].flatMap((id) => ["--case", id]);
  const limits = ["--seconds", "500", "--minimise", "3", "--workers", "1"];
  const { status, output } = run(...handlers, ...limits, "--findings", findings, ...cases);
  expect(status, output).toBe(1);
  for (const [kind, id] of [["handler-failed", "planted:0"], ["leak", "planted:5"], ["wrong-canary", "planted:53"]] as const) {
    const folder = readdirSync(findings).find((name) => name.startsWith(kind)) ?? "";
    expect(folder, output).not.toBe("");
    const facts = JSON.parse(readFileSync(join(findings, folder, "finding.json"), "utf8"));
    expect(facts).toMatchObject({ kind, format: "planted", cases: [{ id }] });
    const bytes = readFileSync(join(findings, folder, "input.planted"), "latin1");
    // What every one of these faults takes.
    expect(bytes).toContain("PLANTED");
    expect(output).toContain(`pnpm torture --case '${id}'`);
  }
});

test("sound handlers pass, and the run ends with 0", { timeout: 600_000 }, () => {
  const cases = ["docx", "ipynb", "csv"].flatMap((format) => ["--case", `${format}:1`, "--case", `${format}:2`]);
  const { status, output } = run("--seconds", "500", "--workers", "1", ...cases);
  expect(status, output).toBe(0);
  expect(output).toMatch(/\| cases \| 18 \|.*sound file 12/);
});

test.for([
  [["--only", "nosuch"], /There is no part nosuch\. There are: /],
  [["--seconds", "soon"], /--seconds is "soon", and must be a whole number/],
  [["--case", "nosuch:1"], /There is no case nosuch:1/],
] as const)("%j is a wrong command line, which ends with 2", ([args, words]) => {
  const { status, output } = run(...args);
  expect(output).toMatch(words);
  expect(status).toBe(2);
});
