import type { RecognisedLine } from "@reader/core/internal";
import { expect, test } from "vitest";
import { holdsPrint } from "../src/recognise-image.ts";

const box = { x0: 0, y0: 0, x1: 10, y1: 10 };

function lineOf(...words: readonly (readonly [text: string, confidence: number])[]): RecognisedLine {
  return { text: "", confidence: 0, box, words: words.map(([text, confidence]) => ({ text, confidence, box })) };
}

test("a few letters of which the engine is unsure are no text", () => {
  expect(holdsPrint([lineOf(["re", 20], ["Sk", 10]), lineOf(["sadist", 15])])).toBe(false);
  expect(holdsPrint([])).toBe(false);
});

test("the fewer they are, the surer the engine must be: an icon is no letter", () => {
  expect(holdsPrint([lineOf(["fn", 62])])).toBe(false);
  expect(holdsPrint([lineOf(["42", 96])])).toBe(true);
  expect(holdsPrint([lineOf(["Pp", 58], ["oOo", 55])])).toBe(false);
  expect(holdsPrint([lineOf(["Pp", 58], ["Exit", 62])])).toBe(true);
  expect(holdsPrint([lineOf(["smudged", 45], ["writing", 45])])).toBe(true);
});

test("they are where it is sure of them, or of one word among them, or where they fill a page", () => {
  expect(holdsPrint([lineOf(["A", 96])])).toBe(true);
  expect(holdsPrint([lineOf(["MERRY", 70]), lineOf(["Chniglwag", 5])])).toBe(true);
  expect(holdsPrint([lineOf(["x".repeat(60), 20])])).toBe(true);
});
