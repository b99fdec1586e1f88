import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/run.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";

const hostile = `${corpusPath}hostile/`;

/**
 * Of every second family one file, of a middling size: a process for each of all would take minutes. The tests of the
 * handlers read all of them.
 */
function samples(): readonly string[] {
  if (!hasCorpus) return [];
  return readdirSync(hostile, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ name }) => {
      const files = readdirSync(join(hostile, name), { withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = files.map((file) => join(name, file.name)).filter((path) => statSync(join(hostile, path)).size > 0);
      const sorted = paths.toSorted(
        (left, right) => statSync(join(hostile, left)).size - statSync(join(hostile, right)).size,
      );
      return sorted.slice(sorted.length >> 1).slice(0, 1);
    });
}

const paths = [...new Set(samples())];

test.skipIf(paths.length === 0)("the hostile corpus is here (skipped without the corpus)", () => {
  expect(paths.length).toBeGreaterThan(10);
});

test.for(paths.map((path) => [path] as const))(
  "%s is read or refused in a few lines, and does nothing to a terminal",
  async ([path]) => {
    const { code, signal, stdout, stderr } = await run([path, "-n", "50"], { cwd: hostile });
    expect([0, 1]).toContain(code);
    expect(signal).toBeNull();
    const aboutHandler = /(?: {2}(?:Handler|It said|To see it fail|To replace it): .+\n)*/.source;
    expect(stderr).toMatch(code === 0 ? /^$/ : new RegExp(String.raw`^reader: .+\n {2}.+\n${aboutHandler}$`));
    expect(stderr).not.toContain("in the program itself");
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  },
);
