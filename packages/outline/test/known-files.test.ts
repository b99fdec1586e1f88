import { expect, test } from "vitest";
import { formats } from "../src/outline-file.ts";
import { lockFileNames, outlinedTypes } from "../src/known-files.ts";
import { languages } from "../src/languages/index.ts";
import { lockFiles } from "../src/summary/machine-made.ts";

test("the media types are those of the languages and formats", () => {
  expect(outlinedTypes).toEqual([...languages, ...formats].flatMap(({ mediaTypes }) => mediaTypes));
});

test("the names of lock files are those of the package managers, each once", () => {
  expect(lockFileNames).toEqual([...new Set(lockFiles.flatMap(({ names }) => names))]);
});
