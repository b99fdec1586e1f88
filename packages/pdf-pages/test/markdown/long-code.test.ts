import { expect, test } from "vitest";
import type { FlowLine } from "../../src/layout/flow.ts";
import { codeLines, fenceFor } from "../../src/markdown/page-markdown.ts";

/** More than the maximum number of arguments of a call. */
const many = 300_000;

test("code with more lines than a call may have arguments is written", () => {
  const line = { raw: "x", sizePt: 10, box: { x0: 5, y0: 0, x1: 10, y1: 10 } } as FlowLine;
  const lines = Array.from({ length: many }, () => line);
  expect(codeLines(lines)).toHaveLength(many);
  expect(fenceFor(lines.map(({ raw }) => raw))).toBe("```");
});
