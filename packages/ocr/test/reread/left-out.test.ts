import type { RecognisableImage } from "@reader/core/internal";
import { describe, expect, test } from "vitest";
import { type Block, boxAround } from "../../src/model/lines.ts";
import { leftOutAreas } from "../../src/reread/reread.ts";
import { typed } from "../layout/print.ts";

const sheet = { widthPx: 600, heightPx: 400 };
const items = typed(["Milk semi", "Bread white", "Tomatoes", "Cheddar"], [40, 60]);
const prices = typed(["1.65", "1.20", "1.35", "3.99"], [480, 60]);

/** A page with ink in the boxes of words: every other pixel. */
function inked(...blocks: readonly Block[]): RecognisableImage {
  const data = new Uint8Array(sheet.widthPx * sheet.heightPx).fill(255);
  for (const { box } of blocks.flat().flatMap((line) => line.words)) {
    for (let y = box.y0; y < box.y1; y++) {
      for (let x = box.x0; x < box.x1; x += 2) data[y * sheet.widthPx + x] = 0;
    }
  }
  return { data, ...sheet };
}

function areasOf(image: RecognisableImage, turn: 0 | 180 = 0) {
  return leftOutAreas([items], { image, turn });
}

describe("print that was left out", () => {
  test("is found if a column is beside the words", () => {
    const areas = areasOf(inked(items, prices));
    const { x0, y0, x1, y1 } = boxAround(prices);
    expect(areas).toHaveLength(1);
    const [area] = areas;
    expect(area?.x0).toBeLessThanOrEqual(x0);
    expect(area?.y0).toBeLessThanOrEqual(y0);
    expect(area?.x1).toBeGreaterThanOrEqual(x1);
    expect(area?.y1).toBeGreaterThanOrEqual(y1);
    expect(area?.x0).toBeGreaterThan(boxAround(items).x1);
  });

  test("is found whole, including rows with no words beside them", () => {
    const column = typed(["1", "2", "3", "4", "5", "6"], [480, 30]);
    const [area] = areasOf(inked(items, column));
    const { y0, y1 } = boxAround(column);
    expect(area?.y0).toBeLessThanOrEqual(y0);
    expect(area?.y1).toBeGreaterThanOrEqual(y1);
  });

  test("is found on an upside-down page", () => {
    const { data } = inked(items, prices);
    const [upright] = areasOf(inked(items, prices));
    const [onHead] = areasOf({ data: data.toReversed(), ...sheet }, 180);
    // A row of pixels may fall into the next cell.
    for (const side of ["x0", "y0", "x1", "y1"] as const) {
      expect(Math.abs((onHead?.[side] ?? 0) - (upright?.[side] ?? 999))).toBeLessThanOrEqual(10);
    }
  });

  test.for([
    ["every word is known", []],
    ["a speck stands beside one line", [typed(["x"], [480, 60])]],
    ["ink stands in no row of print", [typed(["stamp", "stamp"], [480, 300])]],
  ] as const)("is not detected if %s", ([, others]) => {
    expect(areasOf(inked(items, ...others))).toEqual([]);
  });

  test("is not detected if an image fills a fifth of the page", () => {
    const { data } = inked(items);
    const withImage = data.map((grey, at) => (at % sheet.widthPx > 220 ? 0 : grey));
    expect(areasOf({ data: withImage, ...sheet })).toEqual([]);
  });
});
