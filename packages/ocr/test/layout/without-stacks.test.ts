import { expect, test } from "vitest";
import { withoutStacks } from "../../src/layout/blocks.ts";
import { type Block, boxAround } from "../../src/model/lines.ts";
import { typed } from "./print.ts";

const code = typed(["export async function", "const text = await", "return text.length"], [100, 60]);

/** A word that runs down beside all lines of the code. */
function stackOf(text: string, confidence: number): Block {
  const { y0, y1 } = boxAround(code);
  const box = { x0: 60, y0, x1: 74, y1 };
  return [{ text, confidence, box, words: [{ text, confidence, box }] }];
}

test("digits below each other that were read as a word on its side are gone", () => {
  expect(withoutStacks([stackOf("WN", 22), code])).toEqual([code]);
});

test("in a line with other words the others stay", () => {
  const [line] = stackOf("WN", 22);
  const [first, ...rest] = code;
  const words = [...(line?.words ?? []), ...(first?.words ?? [])];
  const mixed = [{ ...code[0], text: "", confidence: 50, box: boxAround(words), words }, ...rest];
  expect(withoutStacks([mixed])).toEqual([[{ ...first, startsParagraph: undefined }, ...rest]]);
});

test("the title of an axis stays, and so does a letter that is tall", () => {
  const blocks = [stackOf("Temperature", 91), stackOf("I", 40), code];
  expect(withoutStacks(blocks)).toEqual(blocks);
});

test("letters below each other in a column of a table are no line, and the cells beside them stay", () => {
  const stack = [">", ">", "OO"].map((text, index) => {
    const y0 = 60 + index * 30;
    return { text, confidence: 54, box: { x0: 400, y0, x1: 414, y1: y0 + 20 } };
  });
  const line = { text: "> > OO", confidence: 54, box: boxAround(stack), words: stack };
  expect(withoutStacks([code, [line]])).toEqual([code]);
  expect(withoutStacks([code, [{ ...line, confidence: 90 }]])).toEqual([code, [{ ...line, confidence: 90 }]]);
});
