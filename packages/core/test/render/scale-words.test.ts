import { expect, test } from "vitest";
import { scaleWords } from "../../src/render/scale-words.ts";

const size = (widthPx: number, heightPx: number): { widthPx: number; heightPx: number } => ({ widthPx, heightPx });

test.for([
  ["a photo made smaller", size(4032, 3024), size(1568, 1176), "multiply coordinates by 2.57"],
  ["a drawing made larger keeps three digits", size(120, 60), size(512, 256), "multiply coordinates by 0.234"],
  ["the long side counts, which was rounded least", size(1001, 3000), size(523, 1568), "multiply coordinates by 1.91"],
  ["a side that cannot shrink", size(1, 30_000), size(1, 1568), "multiply x by 1 and y by 19.13"],
  ["a side that was rounded to little", size(30_000, 20), size(1568, 1), "multiply x by 19.13 and y by 20"],
] as const)("%s", ([, original, shown, words]) => {
  expect(scaleWords(original, shown)).toBe(words);
});
