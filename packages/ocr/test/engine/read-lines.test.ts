import { expect, test } from "vitest";
import { confidenceOf } from "../../src/model/lines.ts";
import { blocksOf, standsUpright } from "../../src/engine/read-lines.ts";

const bbox = { x0: 1, y0: 2, x1: 101, y1: 12 };

function lineOf(...words: readonly (readonly [text: string, confidence: number])[]) {
  return { bbox, confidence: 1, words: words.map(([text, confidence]) => ({ text, confidence, bbox })) };
}

const json = JSON.stringify({
  blocks: [
    { paragraphs: [{ lines: [lineOf(["One", 90.4], ["sentence", 80]), lineOf([" ", 95])] }] },
    { paragraphs: [{ lines: [lineOf(["Two", 30])] }, { lines: [] }] },
  ],
});

test("lines come in order, without those that hold nothing, and know where paragraphs start", () => {
  expect(
    blocksOf(json)
      .flat()
      .map(({ text, startsParagraph = false }) => [text, startsParagraph]),
  ).toEqual([
    ["One sentence", true],
    ["Two", true],
  ]);
});

test("an empty page has no lines and no confidence", () => {
  expect(blocksOf('{"blocks":null}')).toEqual([]);
  expect(confidenceOf([])).toBe(0);
});

test("how sure the engine is counts by characters", () => {
  expect(
    blocksOf(json)
      .flat()
      .map(({ confidence }) => confidence),
  ).toEqual([83, 30]);
});

test("print whose long lines are taller than wide is not upright", () => {
  const [line] = blocksOf(json).flat();
  if (line === undefined) throw new Error("no line");
  const tall = { ...line, box: { x0: 0, y0: 0, x1: 10, y1: 100 } };
  expect([standsUpright([line, tall]), standsUpright([line, tall, tall]), standsUpright([])]).toEqual([
    true,
    false,
    true,
  ]);
});

test("values of an unexpected type give no text and no invalid numbers", () => {
  const bbox = { x0: 5, y0: null, x1: -3, y1: "9" };
  const words = [
    { text: null, confidence: 90, bbox },
    { text: " held ", confidence: null, bbox },
    { text: "sure", confidence: 1e9 },
    {},
  ];
  const json = JSON.stringify({ blocks: [{}, { paragraphs: [{}, { lines: [{}, { words, bbox }] }] }] });
  const box = { x0: 5, y0: 0, x1: 5, y1: 0 };
  expect(blocksOf(json).flat()).toEqual([
    {
      text: "held sure",
      box,
      confidence: 50,
      startsParagraph: true,
      words: [
        { text: "held", confidence: 0, box },
        { text: "sure", confidence: 100, box: { x0: 0, y0: 0, x1: 0, y1: 0 } },
      ],
    },
  ]);
});
