import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, readPages, root } from "./pages.ts";

// A block of `console` shows the built program at the top of the repository: `$ reader …`, then what it prints, first
// on stdout and then on stderr. Nothing is left out.

const sessions = readPages()
  .flatMap(blocksOf)
  .filter(({ language, purpose }) => language === "console" && purpose === "")
  .flatMap(({ page, line, code }) =>
    runsIn(code).map((run) => [`${page}:${line} reader ${run.args.join(" ")}`, run] as const),
  );

interface Run {
  readonly args: readonly string[];
  readonly printed: string;
}

function runsIn(code: string): readonly Run[] {
  return code
    .split(/^\$ reader (?=\S)/m)
    .slice(1)
    .map((run) => {
      const end = run.indexOf("\n");
      return { args: argumentsIn(run.slice(0, end)), printed: run.slice(end + 1).trimEnd() };
    });
}

/** Words, and words in single quotes. */
function argumentsIn(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = ""]) => quoted ?? word);
}

test("the pages show the program at work", () => {
  expect(sessions.length).toBeGreaterThan(0);
});

test.for(sessions)("%s prints what the page says", ([, { args, printed }]) => {
  const program = join(root, "apps/cli/lib/main.cjs");
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: "utf8" });
  expect(`${stdout}${stderr}`.trimEnd()).toBe(printed);
});
