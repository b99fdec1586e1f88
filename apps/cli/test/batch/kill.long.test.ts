import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { BatchSummary } from "@reader/batch";
import { folderWith } from "../support/folder.ts";
import { contentIn, makeMixedDocuments, recordsIn } from "./mixed-documents.ts";
import type { KillArguments } from "./program.ts";

const program = fileURLToPath(new URL("program.ts", import.meta.url));

/** Number of documents, and of kills. */
const wanted = { documents: 2000, kills: 20 };

let folder = "";
let expected: ReadonlyMap<string, string> = new Map();

interface Ended {
  readonly signal: string | null;
  readonly summary: (BatchSummary & { readonly kills: number }) | undefined;
}

function start(facts: Partial<KillArguments> & Pick<KillArguments, "out">): Ended {
  const all: KillArguments = { source: "docs", killAt: 0, victim: "self", ...facts };
  const child = spawnSync(process.execPath, [program, JSON.stringify(all)], {
    cwd: folder,
    // The starts share their compiled code, which one that is not killed writes.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") },
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (child.signal === null && child.status !== 0) throw new Error(`The program failed: ${child.stderr}`);
  return {
    signal: child.signal,
    summary: child.stdout === "" ? undefined : (JSON.parse(child.stdout) as Ended["summary"]),
  };
}

/** Expects the output of an undisturbed run, with each document once. */
function expectWhole(out: string): void {
  const paths = recordsIn(join(folder, out)).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const content = contentIn(join(folder, out));
  const wrong = [...expected].filter(([path, record]) => content.get(path) !== record);
  expect(wrong.map(([path, record]) => [record, content.get(path)])).toEqual([]);
  expect(content.size).toBe(expected.size);
}

describe("2000 mixed documents", () => {
  beforeAll(() => {
    // The folder is removed by the test that uses it last.
    folder = folderWith({}, (end) => process.once("exit", end));
    makeMixedDocuments(join(folder, "docs"), wanted.documents);
    start({ out: "whole" });
    expected = contentIn(join(folder, "whole"));
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
    const { summary } = start({ out: "orphans", victim: "children", killAt: 80 });
    expect(summary?.kills).toBeGreaterThanOrEqual(wanted.kills);
    expectWhole("orphans");
  });
});
