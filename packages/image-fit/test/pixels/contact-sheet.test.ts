import { expect, test } from "vitest";
import { columnsFor, contactSheet, tileSize, type RawPixels } from "../../src/index.ts";
import { pixelsOf } from "../images.ts";

async function* tilesOf(count: number, widthPx: number): AsyncGenerator<RawPixels> {
  for (let index = 0; index < count; index += 1) yield pixelsOf(widthPx, widthPx, () => [index * 20, 0, 0]);
}

test.for([
  [1, 1],
  [2, 2],
  [4, 2],
  [5, 3],
  [9, 3],
])("%i images are in %i columns", ([count = 0, columns]) => {
  expect(columnsFor(count)).toBe(columns);
});

test("tiles are arranged left to right and top to bottom within the long edge", async () => {
  const tile = tileSize({ widthPx: 500, heightPx: 500 }, 5, 308);
  expect(tile).toEqual({ widthPx: 100, heightPx: 100 });
  const sheet = await contactSheet(tilesOf(5, 100), tile, 5);
  expect([sheet.widthPx, sheet.heightPx]).toEqual([308, 204]);
  const redAt = (x: number, y: number): number | undefined => sheet.data[(y * 308 + x) * 3];
  expect([redAt(50, 50), redAt(154, 50), redAt(258, 50), redAt(50, 154), redAt(154, 154)]).toEqual([0, 20, 40, 60, 80]);
  expect([redAt(102, 50), redAt(258, 154)]).toEqual([255, 255]);
});

test("a small frame is not made larger", () => {
  expect(tileSize({ widthPx: 40, heightPx: 30 }, 9, 1568)).toEqual({ widthPx: 40, heightPx: 30 });
});
