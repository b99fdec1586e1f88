import { expect, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { run } from "../support/run.ts";

test.for([
  [["a.txt"]],
  [["--no-isolate", "a.ipynb"]],
  [["info", "a.txt"]],
  [["."]],
  [["a.txt", "--find", "al"]],
] as const)("%j needs no right to write or to start a process", async ([args]) => {
  const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] });
  const cwd = folderWith({ "a.txt": "alpha\n", "a.ipynb": notebook });
  const nodeOptions = ["--permission", "--allow-fs-read=*"];
  const { code, stderr } = await run(args, { cwd, nodeOptions });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("ERR_ACCESS_DENIED")]);
});
