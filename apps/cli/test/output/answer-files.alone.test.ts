import * as files from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { answerFiles } from "../../src/output/answer-files.ts";
import { folderWith } from "../support/folder.ts";

vi.mock("node:fs/promises", { spy: true });

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
  const answers = await answerFiles({
    output,
    inputs: names.map((name) => join(folder, name)),
    extension: "txt",
    isForced: true,
  });

  expect(answers).toEqual(names.map((name) => join(output, `${name}.txt`)));
  const calls = vi.mocked(files.stat).mock.calls.length + vi.mocked(files.lstat).mock.calls.length;
  expect(calls).toBeGreaterThanOrEqual(2 * names.length);
  expect(calls).toBeLessThan(3 * names.length);
});
