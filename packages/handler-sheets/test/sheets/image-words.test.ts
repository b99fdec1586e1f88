import { expect, test } from "vitest";
import { imagesLine } from "../../src/sheets/image-words.ts";

test("images of the same rows are joined to ranges", () => {
  const places = [1, 2].flatMap((column) => [4, 5].map((row) => ({ row, column })));
  expect(imagesLine([...places, { row: 4, column: 4 }, { row: 5, column: 4 }, undefined])).toEqual([
    "images at A4:B5, D4:D5",
  ]);
});

test("more than fifty ranges are counted", () => {
  const places = Array.from({ length: 60 }, (_, at) => ({ row: at * 2 + 1, column: 1 }));
  const [line = ""] = imagesLine(places);
  expect(line).toMatch(/^images at A1, A3, .*, A99 and 10 more$/);
});

test("images at thousands of places take little time", () => {
  const places = Array.from({ length: 60_000 }, (_, at) => ({ row: at * 2 + 1, column: (at % 200) * 2 + 1 }));
  const started = performance.now();
  expect(imagesLine(places)[0]).toMatch(/ and 59950 more$/);
  expect(performance.now() - started).toBeLessThan(4000);
});
