import { expect, it } from "vitest";
import type { FlatSpan } from "../../src/lines/spans.ts";
import { sizedByLetters } from "../../src/lines/scaled-fonts.ts";

const face = { name: "Type3 (4 0 R)", family: "sans-serif", weight: "normal", style: "normal" };

function span(text: string, size: number, box: readonly [x: number, y: number, w: number, h: number]): FlatSpan {
  const [x, y, w, h] = box;
  return {
    span: { wmode: 0, bbox: { x, y, w, h }, font: { ...face, size }, x, y: y + h, text },
    block: 1,
    tag: undefined,
  };
}

it("uses the height of letters as the size of fonts scaled by the page", () => {
  const [one] = sizedByLetters([span("The", 1, [100, 100, 172, 100])]);
  expect(one?.span.font.size).toBe(100);
});

it("keeps the size of other fonts, and of small rotated text", () => {
  const spans = [span("The", 100, [100, 100, 172, 120]), span("hidden words", 8, [100, 100, 9, 60])];
  expect(sizedByLetters(spans)).toBe(spans);
});

it("puts raised letters into their line, and no other", () => {
  const letters = [
    span("L", 1, [100, 100, 60, 100]),
    { ...span("A", 1, [130, 90, 50, 75]), block: 2 },
    { ...span("TEX is", 1, [170, 100, 260, 100]), block: 3 },
    { ...span("next", 1, [100, 220, 172, 100]), block: 4 },
  ];
  expect(sizedByLetters(letters).map(({ block }) => block)).toEqual([1, 1, 1, 4]);
});

it("makes one span of the letters of a word, and two of two words", () => {
  const letters = [
    span("Sch", 1, [100, 100, 160, 100]),
    span("¨", 1, [262, 100, 50, 100]),
    span("opf", 1, [260, 100, 150, 100]),
    span("and", 1, [443, 100, 160, 100]),
  ];
  expect(sizedByLetters(letters).map((one) => one.span.text)).toEqual(["Sch¨opf", "and"]);
});

it("uses the widths of letters as the size if their boxes have no height, or that of a whole page", () => {
  const letters = "the letters of a line";
  const sizes = [0, 1200].map((height) => {
    const [one] = sizedByLetters([span(letters, 1, [100, 100, 880, height])]);
    return one?.span.font.size ?? 0;
  });
  const [rounded] = sizedByLetters([span(letters, 0, [100, 100, 880, 0])]);
  expect([sizes[1], rounded?.span.font.size]).toEqual([sizes[0], sizes[0]]);
  expect(sizes[0]).toBeGreaterThan(80);
  expect(sizes[0]).toBeLessThan(110);
});

it("keeps the size of fonts of which only single signs are wide, or few letters", () => {
  const sums = [span("\u2211", 10, [100, 100, 144, 0]), span("the letters of a line", 10, [100, 100, 90, 0])];
  expect(sizedByLetters(sums)).toBe(sums);
  const few = [span("sum", 10, [100, 100, 400, 0])];
  expect(sizedByLetters(few)).toBe(few);
});
