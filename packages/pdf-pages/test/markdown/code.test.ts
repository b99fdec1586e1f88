import { expect, test } from "vitest";
import type { CodePart, FlowLine } from "../../src/layout/flow.ts";
import { codeLines, fenceFor } from "../../src/markdown/code.ts";
import { flow } from "../layout/pages.ts";

/** A line of code whose characters are 6 points wide, from parts and the columns where they start. */
function typed(row: number, ...parts: readonly (readonly [column: number, text: string])[]): FlowLine {
  return code(
    row,
    parts.map(([column, text]) => ({ text, x0: 72 + 6 * column, x1: 72 + 6 * (column + text.length) })),
  );
}

function code(row: number, parts: readonly CodePart[]): FlowLine {
  const box = { x0: parts[0]?.x0 ?? 72, y0: row * 12, x1: parts.at(-1)?.x1 ?? 72, y1: row * 12 + 12 };
  return flow(parts.map(({ text }) => text).join(" "), { code: parts, box, isMonospaced: true });
}

test("the parts of code are in their columns, also after white space that the engine has shortened", () => {
  const lines = [
    typed(0, [0, "POS "], [18, "32 "], [30, "number of characters input "]),
    code(1, [
      { text: "TIME  ", x0: 72, x1: 114 },
      { text: "24", x0: 180, x1: 192 },
      { text: "interval", x0: 252, x1: 300 },
    ]),
  ];
  expect(codeLines(lines)).toEqual([
    "POS               32          number of characters input",
    "TIME              24          interval",
  ]);
});

test("code is indented, and an empty line is where one is on the page", () => {
  expect(codeLines([typed(0, [0, "if (found)"]), typed(1, [4, "return found;"]), typed(3, [0, "done"])])).toEqual([
    "if (found)",
    "    return found;",
    "",
    "done",
  ]);
});

test("parts in several colours are joined where they touch, and divided where they end with a space", () => {
  expect(codeLines([typed(0, [0, "int "], [4, "main"], [8, "()"], [11, "{"])])).toEqual(["int main() {"]);
});

test("a space that was added between two parts is not in the box of the second", () => {
  const parts = [
    { text: "uint16_t", x0: 72, x1: 120 },
    { text: " version;", x0: 126, x1: 174 },
  ];
  expect(codeLines([code(0, parts)])).toEqual(["uint16_t version;"]);
});

test("words that are narrower than their columns keep their signs, and the next part its column", () => {
  const wide = (text: string, column: number): CodePart => ({
    text,
    x0: 72.6 + 6.2 * column,
    x1: 72.6 + 6.2 * column + 5 * text.length,
  });
  const lines = [
    typed(0, [0, "// a comment over the whole width of it"]),
    code(1, [wide("#", 0), wide("define", 1), wide("LIMIT_L", 8), wide("40", 19)]),
  ];
  expect(codeLines(lines)[1]).toBe("#define LIMIT_L     40");
});

test("the number of a line in other type precedes its code", () => {
  const line = flow("7", { box: { x0: 60, y0: 0, x1: 64, y1: 12 } });
  expect(codeLines([{ ...line, code: [{ text: "7", x0: 60, x1: 64 }, ...typed(0, [0, "x = 1"]).code] }])).toEqual([
    "7 x = 1",
  ]);
});

test("parts far to the right do not make long lines", () => {
  expect(codeLines([typed(0, [0, "a"], [100_000, "b"])])[0]?.length).toBeLessThan(500);
});

/** More than the maximum number of arguments of a call. */
const many = 300_000;

test("code with more lines than a call may have arguments is written", () => {
  const line = typed(0, [0, "x"]);
  const lines = Array.from({ length: many }, () => line);
  expect(codeLines(lines)).toHaveLength(many);
  expect(fenceFor(lines.map(({ text }) => text))).toBe("```");
});
