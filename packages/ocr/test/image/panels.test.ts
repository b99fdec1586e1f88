import type { Box, RecognisableImage } from "@reader/core/internal";
import { describe, expect, test } from "vitest";
import { findPanels, withoutPanels } from "../../src/image/rules-and-panels.ts";

const sheet = { widthPx: 600, heightPx: 800 };
const ground = 240;
const head: Box = { x0: 60, y0: 100, x1: 540, y1: 140 };

interface Painted {
  readonly box: Box;
  readonly grey: number;
}

/** A page with a line of black print and further drawings. */
function pageOf(...painted: readonly Painted[]): RecognisableImage {
  const data = new Uint8Array(sheet.widthPx * sheet.heightPx).fill(ground);
  const print = { box: { x0: 60, y0: 300, x1: 540, y1: 310 }, grey: 10 };
  for (const { box, grey } of [print, ...painted]) {
    for (let y = box.y0; y < box.y1; y++) data.fill(grey, y * sheet.widthPx + box.x0, y * sheet.widthPx + box.x1);
  }
  return { data, ...sheet };
}

/** Strokes in the middle of a panel. */
function strokes(grey: number): readonly Painted[] {
  return Array.from({ length: 12 }, (_, index) => {
    const x0 = 100 + index * 30;
    return { box: { x0, y0: 110, x1: x0 + 6, y1: 130 }, grey };
  });
}

function greyAt({ data, widthPx }: RecognisableImage, x: number, y: number): number {
  return data[y * widthPx + x] ?? -1;
}

describe("a panel", () => {
  test("with dark print becomes paper, its edges too, and its print as dark as that of the page", () => {
    const image = pageOf({ box: head, grey: 140 }, ...strokes(20));
    const page = withoutPanels(image);
    for (const [x, y] of [
      [70, 105],
      [60, 100],
      [539, 139],
      [90, 120],
    ] as const)
      expect(greyAt(page, x, y)).toBe(ground);
    expect(greyAt(page, 103, 120)).toBe(10);
    expect(greyAt(page, 300, 305)).toBe(10);
    expect(greyAt(image, 70, 105)).toBe(140);
  });

  test("is found where one of its edges is a cell away from level", () => {
    const slanted = { box: { x0: 300, y0: 98, x1: 540, y1: 100 }, grey: 140 };
    const panels = findPanels(pageOf({ box: head, grey: 140 }, slanted));
    expect(panels).toContainEqual(expect.objectContaining({ box: head, grey: 140 }));
  });

  test.for<readonly [string, readonly Painted[]]>([
    ["its print is light, which the engine finds by itself", [{ box: head, grey: 60 }, ...strokes(250)]],
    ["nothing is printed on it", [{ box: head, grey: 140 }]],
    ["it is hardly darker than the page", [{ box: head, grey: 225 }, ...strokes(20)]],
    ["it is as small as a letter", [{ box: { x0: 60, y0: 100, x1: 70, y1: 106 }, grey: 30 }]],
    [
      "it is no rectangle, but a large letter",
      [
        { box: { x0: 60, y0: 100, x1: 100, y1: 220 }, grey: 30 },
        { box: { x0: 60, y0: 180, x1: 180, y1: 220 }, grey: 30 },
      ],
    ],
  ])("stays where %s", ([, painted]) => {
    const image = pageOf(...painted);
    expect(withoutPanels(image).data).toEqual(image.data);
  });
});
