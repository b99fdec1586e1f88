import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../../packages/testkit/test/support/folder-with.ts";
// @boundaries-ignore the racer and its folder are in the tests of the test kit, and not published
import { racerProblem } from "../../../packages/testkit/test/support/racer/racer.ts";
import { afterAll, expect, test } from "vitest";
import { tortureArguments } from "../../torture/arguments.ts";
import { mutantCase, type Case } from "../../torture/cases.ts";
import { formatsOf, ownFixtures } from "../../torture/formats.ts";
import { partsNamed } from "../../torture/parts/parts.ts";

const main = fileURLToPath(new URL("../../torture/main.ts", import.meta.url));
const planted = fileURLToPath(new URL("./planted/", import.meta.url));
const fixtures = join(planted, "fixtures");

const compiled = mkdtempSync(join(tmpdir(), "reader-compiled-"));

afterAll(() => rmSync(compiled, { recursive: true }));

/** Runs the command as a person does. Every run names its cases or their number, so that time decides nothing. */
function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "--seconds", "100000", ...args], {
    encoding: "utf8",
    // The runs share their compiled code.
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** The first mutant of the planted format that is read as it is and has this text. */
function plantedCase(test: (text: string) => boolean): string {
  const [format] = formatsOf(fixtures);
  if (format === undefined) throw new Error("There is no planted fixture.");
  const isPlain = ({ verb, request }: Case): boolean => verb === "read" && Object.keys(request).length === 0;
  for (let number = 0; number < 10_000; number += 1) {
    const each = mutantCase(format, number);
    if (isPlain(each) && test(Buffer.from(each.make()).toString("latin1"))) return each.id;
  }
  throw new Error("No mutant is like this.");
}

const isPlanted = (text: string): boolean => text.startsWith("PLANTED");
const isSound = (text: string): boolean => isPlanted(text) && /^size=\d/m.test(text) && !text.includes("\0");

test("planted faults are found, minimised and written as fixtures, and the run ends with 1", () => {
  const findings = folderWith();
  const expected = {
    "handler-failed": plantedCase((text) => isPlanted(text) && !/^size=\d/m.test(text) && !text.includes("\0")),
    leak: plantedCase((text) => isSound(text) && text.includes("ÿ") && text.length < 150),
    "wrong-canary": plantedCase((text) => isSound(text) && text.length > 150 && text.length < 5000),
  };
  const cases = Object.values(expected).flatMap((id) => ["--case", id]);
  const own = ["--handlers", join(planted, "handlers.ts"), "--fixtures", fixtures, "--findings", findings];
  const { status, output } = run(...own, "--minimise", "1", "--workers", "1", ...cases);
  expect(status, output).toBe(1);
  for (const [kind, id] of Object.entries(expected)) {
    const folder = readdirSync(findings).find((name) => name.startsWith(kind)) ?? "";
    expect(folder, output).not.toBe("");
    const facts = JSON.parse(readFileSync(join(findings, folder, "finding.json"), "utf8"));
    expect(facts).toMatchObject({ kind, format: "planted", cases: [{ id }] });
    // What every one of these faults takes.
    expect(readFileSync(join(findings, folder, "input.planted"), "latin1")).toContain("PLANTED");
    expect(output).toContain(`pnpm torture --case '${id}'`);
  }
});

// Few cases of each part, since this proves the command: seven, as the racer has seven ways into a workspace. Longer runs look
// for faults.
test("files, misbehaviours, races, servers, fuzzing and mutants pass in one run, which ends with 0", () => {
  // Mutants of one format are between two sound files: seven batches with one of five formats, and four with up to two of the
  // three formats that are read in this process. Where there is no compiler, the racer says so.
  const rows = [
    ["mutants", "21 \\|"],
    ["mutants-in-process", "15 \\|"],
    ["corpora", "7 \\|"],
    ["misbehaviours", "7 \\|"],
    ["fuzz", "7 \\|"],
    ["servers", "14 \\|"],
    ["racer", racerProblem === undefined ? "7 \\|" : "0 \\| not run: "],
  ] as const;
  const only = ["--only", rows.map(([name]) => name).join(","), "--count", "7"];
  const files = ["--format", "docx,pdf,png,tar,rtf", "--corpus", join(ownFixtures, "csv")];
  const { status, output } = run("--seed", "1", "--workers", "1", "--findings", folderWith(), ...only, ...files);
  for (const [name, inputs] of rows) expect(output).toMatch(new RegExp(`^\\| ${name} \\| ${inputs}`, "m"));
  expect(status, output).toBe(0);
});

test.skipIf(process.platform === "win32")(
  "sound files are read with few descriptors and little memory (skipped on Windows, which has no ulimit)",
  () => {
    const { status, output } = run("--seed", "4", "--findings", folderWith(), "--only", "shortage", "--count", "1");
    for (const limit of ["48 descriptors", "24 descriptors", "60 MB of heap", "3 GB of address space", "full disk"]) {
      expect(output).toContain(`${limit}: `);
    }
    expect(status, output).toBe(0);
  },
);

test("bombs end as they may", () => {
  const names = ["a ZIP file that contains itself", "a tar archive with a long name of 8 GB", "a JPEG without lines"];
  const { status, output } = run("--workers", "1", ...names.flatMap((name) => ["--case", `bomb:${name}`]));
  expect(output).toMatch(/\| cases \| 3 \| /);
  expect(status, output).toBe(0);
});

test("a wrong command line ends with 2", () => {
  const { status, output } = run("--case", "nosuch:1");
  expect(output).toMatch(/There is no case nosuch:1/);
  expect(status).toBe(2);
});

test("a part that does not exist and a seed that is no number are refused", () => {
  expect(() => partsNamed(["nosuch"])).toThrow(/There is no part nosuch\. There are: /);
  expect(() => tortureArguments(["--seed", "soon"])).toThrow(/--seed is "soon", and must be a whole number/);
});
