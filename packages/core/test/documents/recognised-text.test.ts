import { expect, test } from "vitest";
import { recognisedPart } from "../../src/documents/recognised-text.ts";
import type { Recognised } from "../../src/contract/recognition.ts";

const box = { x0: 0, y0: 0, x1: 10, y1: 10 };

function recognisedOf(...texts: readonly string[]): Recognised {
  const lines = texts.map((text) => ({ text, confidence: 90, box, words: [] }));
  return { by: "Fake", lines, confidence: 90, turned: 0, skewDegrees: 0 };
}

test("spaces are kept, since they are the layout of tables and code; other white space does not divide a line", () => {
  const { text } = recognisedPart(recognisedOf("  if (a) {  ", "Part\t\n12   3.50\u00a0"), { unit: "px", scale: 1 });
  expect(text).toBe("  if (a) {\nPart 12   3.50\n");
});
