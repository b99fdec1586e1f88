import { expect, test, vi } from "vitest";
import type { StructuredText } from "mupdf";
import { characterLines } from "../../../src/extract/page/placed-characters.ts";

/** Structured text whose characters each have a font object to be freed. */
function textOf(lines: readonly string[], destroy: () => void): StructuredText {
  const walk: StructuredText["walk"] = (walker) => {
    for (const [y, line] of lines.entries()) {
      walker.beginLine?.([0, y, 100, y + 1], 0, [1, 0]);
      for (const [x, sign] of [...line].entries())
        walker.onChar?.(sign, [x, y], { destroy } as never, 10, [x, y, x + 1, y, x, y + 1, x + 1, y + 1], [0], 0);
    }
  };
  return { walk } as StructuredText;
}

test("lines have their characters without whitespace", () => {
  const [line, ...others] = characterLines(textOf(["a b"], () => {}));
  expect(others).toEqual([]);
  expect(line).toEqual({
    y: 0,
    signs: [
      { sign: "a", x0: 0, x1: 1 },
      { sign: "b", x0: 2, x1: 3 },
    ],
  });
});

test("the font of each character is freed, including those of spaces and of the surplus one", () => {
  const destroy = vi.fn<() => void>();
  characterLines(textOf(["a b", "c"], destroy));
  expect(destroy).toHaveBeenCalledTimes(4);
  destroy.mockClear();
  expect(characterLines(textOf(["x".repeat(20_010)], destroy))[0]?.signs).toHaveLength(20_000);
  expect(destroy).toHaveBeenCalledTimes(20_001);
});
