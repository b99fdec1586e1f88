import type { RecognisableImage } from "@reader/core/handler";
import { expect, test } from "vitest";
import { onPaper } from "../src/on-paper.ts";
import { withoutRules } from "../src/without-rules.ts";

const [widthPx, heightPx] = [300, 200];

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** White, with black areas. */
function sheetOf(...areas: readonly Area[]): RecognisableImage {
  const data = new Uint8Array(widthPx * heightPx).fill(255);
  for (const { x, y, width, height } of areas) {
    for (let row = y; row < y + height; row++) data.fill(0, row * widthPx + x, row * widthPx + x + width);
  }
  return { data, widthPx, heightPx };
}

function inkOf({ data }: RecognisableImage): number {
  return data.reduce((count, grey) => count + (grey < 128 ? 1 : 0), 0);
}

const across: Area = { x: 20, y: 50, width: 250, height: 2 };
const down: Area = { x: 100, y: 20, width: 2, height: 150 };

test.for<readonly [string, readonly Area[]]>([
  ["across", [across]],
  ["downwards", [down]],
  ["that cross", [across, down]],
])("rules %s are gone, and their corners with them", ([, areas]) => {
  expect(inkOf(withoutRules(sheetOf(...areas)))).toBe(0);
});

test.for<readonly [string, Area]>([
  ["a dash", { x: 20, y: 50, width: 40, height: 2 }],
  ["a bar of a chart", { x: 20, y: 50, width: 250, height: 20 }],
  ["the stem of a large letter", { x: 20, y: 50, width: 2, height: 50 }],
])("%s stays as it is", ([, area]) => {
  const sheet = sheetOf(area);
  expect(withoutRules(sheet).data).toEqual(sheet.data);
});

test("letters that touch a rule keep what is not in it", () => {
  const letter: Area = { x: 60, y: 30, width: 8, height: 40 };
  expect(inkOf(withoutRules(sheetOf(across, letter)))).toBeGreaterThan(8 * 35);
});

test("a picture that is mostly dark is inverted, and one that is not stays as it is", () => {
  const dark = sheetOf({ x: 0, y: 0, width: widthPx, height: 150 });
  expect(onPaper(dark).data.at(-1)).toBe(0);
  expect(onPaper(dark).data.at(0)).toBe(255);
  const light = sheetOf(across);
  expect(onPaper(light)).toBe(light);
});
