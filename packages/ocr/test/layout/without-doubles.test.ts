import { expect, test } from "vitest";
import { withoutDoubles } from "../../src/layout/blocks.ts";
import { typed } from "./print.ts";

const text = (blocks: ReturnType<typeof withoutDoubles>): readonly string[] => blocks.flat().map((line) => line.text);

test("a word that was read twice appears once, with the higher confidence", () => {
  const whole = typed(["the request failed", "try again"], [40, 60]);
  const part = typed(["request"], [40 + 4 * 10, 60]);
  const cut = part.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, confidence: 20 })),
  }));
  expect(text(withoutDoubles([cut, whole]))).toEqual(["the request failed", "try again"]);
});

test("a different word in the same place is kept", () => {
  const blocks = [typed(["the request failed"], [40, 60]), typed(["working"], [40 + 4 * 10, 60])];
  expect(withoutDoubles(blocks)).toBe(blocks);
});

test("the same word in two places stays in both", () => {
  const blocks = [typed(["again again"], [40, 60]), typed(["again"], [40, 100])];
  expect(withoutDoubles(blocks)).toBe(blocks);
});
