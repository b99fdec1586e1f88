import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { answerFiles } from "../../src/output/answer-files.ts";
import { folderWith } from "../support/folder.ts";

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs/promises")>();
  return { ...original, lstat: vi.fn(original.lstat), stat: vi.fn(original.stat) };
});

test("looks at each input and each file to replace once", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${index}`);
  const folder = folderWith(
    Object.fromEntries(
      names.flatMap((name) => [
        [name, name],
        [`out/${name}.txt`, ""],
      ]),
    ),
  );
  const output = join(folder, "out");
  const files = await answerFiles({
    output,
    inputs: names.map((name) => join(folder, name)),
    extension: "txt",
    isForced: true,
  });

  expect(files).toEqual(names.map((name) => join(output, `${name}.txt`)));
  const calls = vi.mocked(stat).mock.calls.length + vi.mocked(lstat).mock.calls.length;
  expect(calls).toBeGreaterThanOrEqual(2 * names.length);
  expect(calls).toBeLessThan(3 * names.length);
});
