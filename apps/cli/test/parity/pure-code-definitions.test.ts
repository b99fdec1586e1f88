import { createReader, type Reader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { outline } from "@reader/outline";
import { expect, onTestFinished, test } from "vitest";
import { folderWith } from "../support/folder.ts";

// The row of PureCode's `read_file` that is about definitions; the others are in docs/examples/test/parity.

function readerOf(files: Readonly<Record<string, string>>): Reader {
  const budget = {
    defaultLines: 500,
    maxLines: Number.POSITIVE_INFINITY,
    maxTokens: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
  };
  const reader = createReader({ roots: [folderWith(files)], handlers: [outline()], gutter: "pipe", budget });
  onTestFinished(() => reader.close());
  return reader;
}

const step = (name: string): string => `export function ${name}(value: number): number {\n  return value + 1;\n}\n\n`;
const large = `${Array.from({ length: 200 }, (_, at) => step(`step${at}`)).join("")}class Last {\n  run() {\n    return 1;\n  }\n}\n`;

test("a big file that is cut ends with its definitions, behind the cut too, and their lines", async () => {
  const outcome = await readerOf({ "a.ts": large }).read("a.ts");
  const text = renderText(outcome, { gutter: "pipe" });
  expect(text).toContain("\n500 | ");
  expect(text).not.toContain("\n501 | ");
  expect(text).toContain("Shown: lines 1-500 of 805.");
  expect(text).toMatch(/^1-3\texport function step0\(value: number\): number$/m);
  expect(text).toMatch(/^801-805\s+class Last$/m);
  expect(text).toMatch(/^802-804\s+run\(\)$/m);
  expect(outcome).toMatchObject({ ok: true, outline: { entries: expect.any(Array) } });
});

test.for([
  ["a small file", { path: "small.ts" }],
  ["an explicit range", { path: "a.ts", start_line: 1, end_line: 700 }],
] as const)("%s has no such summary: its lines are what was asked for", async ([, request]) => {
  const outcome = await readerOf({ "a.ts": large, "small.ts": step("only") }).read(request);
  expect(outcome).not.toHaveProperty("outline");
});
