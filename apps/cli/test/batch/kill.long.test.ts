import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { BatchSummary, DocumentRecord } from "@reader/batch";
import { folderWith } from "../support/folder.ts";
import type { KillArguments } from "./program.ts";

const program = fileURLToPath(new URL("program.ts", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

/** Number of documents, and of kills. */
const wanted = { documents: 2000, kills: 20 };

let folder = "";
let expected: ReadonlyMap<string, string> = new Map();

/** Number of fixtures of each format. All of them would cost most of the time. */
const fixturesEach = 3;

/** Fixtures of every format, and generated text, CSV, Markdown, JSON and binary files. */
function makeSource(target: string): void {
  const paths = globSync("*/*/input.*", { cwd: fixtures }).toSorted();
  const formatOf = (path = ""): string => dirname(dirname(path));
  const sample = paths.filter((path, at) => formatOf(paths[at - fixturesEach]) !== formatOf(path));
  for (const path of sample) {
    mkdirSync(join(target, path, ".."), { recursive: true });
    cpSync(join(fixtures, path), join(target, path));
  }
  const makers: readonly ((at: number) => readonly [extension: string, content: string])[] = [
    (at) => ["txt", `text ${at}\n`.repeat((at % 50) + 1)],
    (at) => ["csv", `id,name\n${Array.from({ length: at % 40 }, (_, row) => `${row},name ${at}\n`).join("")}`],
    (at) => ["md", `# Title ${at}\n\n| a | b |\n|---|---|\n| ${at} | x |\n\n${"words ".repeat(at % 90)}\n`],
    (at) => ["json", JSON.stringify({ id: at, list: Array.from({ length: at % 30 }, (_, each) => each) })],
    (at) => ["bin", `\0\u{1}\u{2}${at}\0`],
  ];
  for (let at = 0; at < wanted.documents - sample.length; at += 1) {
    const [extension = "txt", content = ""] = makers[at % makers.length]?.(at) ?? [];
    const inner = join(target, "generated", String(at % 17));
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `f${at}.${extension}`), content);
  }
}

interface Ended {
  readonly signal: string | null;
  readonly summary: (BatchSummary & { readonly kills: number }) | undefined;
}

function start(facts: Partial<KillArguments> & Pick<KillArguments, "out">): Ended {
  const all: KillArguments = { source: "docs", killAt: 0, victim: "self", ...facts };
  const child = spawnSync(process.execPath, [program, JSON.stringify(all)], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e8,
    // All runs and the processes of their handlers share their compiled code.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") },
  });
  if (child.signal === null && child.status !== 0) throw new Error(`The program failed: ${child.stderr}`);
  return {
    signal: child.signal,
    summary: child.stdout === "" ? undefined : (JSON.parse(child.stdout) as Ended["summary"]),
  };
}

function recordsOf(out: string): readonly DocumentRecord[] {
  const names = globSync(["part-*.jsonl", "failures.jsonl"], { cwd: join(folder, out) });
  const lines = names.flatMap((name) =>
    readFileSync(join(folder, out, name), "utf8")
      .split("\n")
      .slice(0, -1),
  );
  return lines.map((line) => JSON.parse(line) as DocumentRecord);
}

/** The documents of the output by their paths, without durations. */
function contentOf(out: string): ReadonlyMap<string, string> {
  return new Map(recordsOf(out).map((record) => [record.path, JSON.stringify({ ...record, ms: 0 })]));
}

/** Expects the output of an undisturbed run, with each document once. */
function expectWhole(out: string): void {
  const paths = recordsOf(out).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const content = contentOf(out);
  const wrong = [...expected].filter(([path, record]) => content.get(path) !== record);
  expect(wrong.map(([path, record]) => [record, content.get(path)])).toEqual([]);
  expect(content.size).toBe(expected.size);
}

describe("2000 mixed documents", () => {
  beforeAll(() => {
    // The folder is removed by the test that uses it last.
    folder = folderWith({}, (end) => process.once("exit", end));
    makeSource(join(folder, "docs"));
    start({ out: "whole" });
    expected = contentOf("whole");
  });

  test("are all in the output of an undisturbed run", () => {
    expect(expected.size).toBe(wanted.documents);
    expect(existsSync(join(folder, "whole/_SUCCESS"))).toBe(true);
  });

  test("are each read once, if the program is killed 20 times", () => {
    // The kills are spread over the whole run: each start adds at least as many lines as it was given.
    const moments = fc.sample(fc.integer({ min: 5, max: 120 }), { seed: 20_261_129, numRuns: wanted.kills });
    for (const killAt of moments) expect(start({ out: "killed", killAt }).signal).toBe("SIGKILL");
    expect(existsSync(join(folder, "killed/_SUCCESS"))).toBe(false);
    const { summary } = start({ out: "killed" });
    expect(summary).toMatchObject({ state: "complete", pending: 0 });
    expectWhole("killed");
  });

  test("are each read once, if processes of handlers are killed 20 times", ({ skip }) => {
    if (process.platform !== "linux") skip("only Linux lists the children of a process in a file");
    const { summary } = start({ out: "orphans", victim: "children", killAt: 4 });
    expect(summary?.kills).toBeGreaterThanOrEqual(wanted.kills);
    expectWhole("orphans");
  });
});
