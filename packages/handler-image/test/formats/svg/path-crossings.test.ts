import { ReadError } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { assertFewCrossings, pathSegments } from "../../../src/formats/svg/drawing-cost.ts";

describe("the lines of a path", () => {
  test.for<readonly [string, readonly number[]]>([
    ["M1 2 3 4", [1, 2, 3, 4]],
    ["m1 2 3 4z", [1, 2, 4, 6, 4, 6, 1, 2]],
    ["M1,2H5v-3", [1, 2, 5, 2, 5, 2, 5, -1]],
    ["M0 0c1 1 2 2 3 3s4 4 5 5", [0, 0, 3, 3, 3, 3, 8, 8]],
    ["M0 0a9 9 0 01.5.5 9 9 0 1 0 1 1", [0, 0, 0.5, 0.5, 0.5, 0.5, 1.5, 1.5]],
    ["M1-2-3.5.5", [1, -2, -3.5, 0.5]],
    ["M1e1 2E0L3 4 rest", [10, 2, 3, 4]],
    ["nothing", []],
    ["", []],
  ])("%s are %j", ([path, expected]) => {
    expect(pathSegments(path)).toEqual(expected);
  });
});

/** A line that goes to and fro between two sides, from anywhere to anywhere, so that each part crosses half of the others. */
function tangle(lines: number): string {
  const points = Array.from({ length: lines }, (_, index) => `${(index * 7919) % 1000},${index % 2 === 0 ? 0 : 1000}`);
  return points.join(" ");
}

const drawingOf = (shape: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${shape}</svg>`;

describe("a drawing of lines that cross each other", () => {
  test.for([
    ["a path", `<path d="M${tangle(8000)}"/>`],
    ["a path in single quotes", `<path d='M${tangle(8000)}'/>`],
    ["a polyline", `<polyline points="${tangle(8000)}"/>`],
    ["many paths", `<path d="M${tangle(800)}"/>`.repeat(80)],
  ])("too often, as %s, is refused at once", ([, shape = ""]) => {
    const check = (): void => assertFewCrossings(drawingOf(shape));
    expect(check).toThrow(ReadError);
    expect(check).toThrow(/cross each other some \d+ million times/);
  });

  test("seldom is drawn, however long it is", () => {
    const spiral = Array.from({ length: 100_000 }, (_, turn) => {
      const [angle, radius] = [turn / 10, turn / 100];
      return `${Math.round(radius * Math.cos(angle) * 100) / 100},${Math.round(radius * Math.sin(angle) * 100) / 100}`;
    });
    expect(() => assertFewCrossings(drawingOf(`<path d="M${spiral.join(" ")}"/>`))).not.toThrow();
  });
});
