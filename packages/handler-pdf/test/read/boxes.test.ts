import { readFileSync } from "node:fs";
import { textOnly } from "@reader/core";
import type { LineBoxes } from "@reader/core/internal";
import { collect } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { pdf } from "../../src/index.ts";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { buildPdf, lines } from "../pdf-builder.ts";

interface PlacedText {
  readonly text: readonly string[];
  readonly boxes: LineBoxes | undefined;
}

async function pagesOf(bytes: Uint8Array, boxes: boolean): Promise<readonly PlacedText[]> {
  const { events } = await collect(pdf(), bytes, { name: "input.pdf", capabilities: textOnly, boxes });
  return events.flatMap((event) => {
    if (event.type !== "text" || event.at?.unit !== "page") return [];
    return [{ text: event.text.split("\n"), boxes: event.boxes }];
  });
}

test("boxes are given only on request", async () => {
  const bytes = buildPdf({ pages: [{ content: lines("One line.") }] });
  expect((await pagesOf(bytes, false))[0]?.boxes).toBeUndefined();
  expect((await pagesOf(bytes, true))[0]?.boxes).toMatchObject({ unit: "pt", width: 595, height: 842 });
});

const prose = lines("A title", "and a line below it, which is longer, so that its direction is known.");

test.for([0, 90, 180, 270] as const)(
  "boxes are those of the page as it is displayed, turned by %i degrees",
  async (turn) => {
    const bytes = buildPdf({ pages: [{ content: prose, entries: `/Rotate ${turn}`, mediaBox: "0 0 595 842" }] });
    const [page] = await pagesOf(bytes, true);
    const boxes = page?.boxes;
    expect(boxes).toMatchObject(turn % 180 === 0 ? { width: 595, height: 842 } : { width: 842, height: 595 });
    const { outside, empty } = compare(await inkOf(bytes, 0, 2), boxes?.lines ?? []);
    expect({ outside, empty }).toEqual({ outside: 0, empty: 0 });
  },
);

/** Draws a page in grey, and returns whether the pixels in a box have ink. */
async function inkOf(bytes: Uint8Array, page: number, scale: number): Promise<Ink> {
  const engine = await loadPdfEngine();
  const document = engine.Document.openDocument(Uint8Array.from(bytes), "application/pdf");
  const drawn = document.loadPage(page).toPixmap([scale, 0, 0, scale, 0, 0], engine.ColorSpace.DeviceGray, false);
  const pixels = Uint8Array.from(drawn.getPixels());
  return { pixels, width: drawn.getWidth(), height: drawn.getHeight(), stride: drawn.getStride(), scale };
}

interface Ink {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly scale: number;
}

const dark = 128;

/** Counts the dark pixels that are in none of the boxes, and the boxes without any. */
function compare(
  { pixels, width, height, stride, scale }: Ink,
  boxes: LineBoxes["lines"],
): { outside: number; empty: number } {
  const filled = new Set<number>();
  let outside = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * stride + x] ?? 255) > dark) continue;
      const [px, py] = [(x + 0.5) / scale, (y + 0.5) / scale];
      const at = boxes.findIndex(
        ({ box }) => px >= box.x0 - 1 && px <= box.x1 + 1 && py >= box.y0 - 1 && py <= box.y1 + 1,
      );
      if (at < 0) outside += 1;
      else for (const [index, { box }] of boxes.entries()) if (isIn(box, px, py)) filled.add(index);
    }
  }
  return { outside, empty: boxes.length - filled.size };
}

function isIn({ x0, y0, x1, y1 }: LineBoxes["lines"][number]["box"], x: number, y: number): boolean {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

describe("boxes of pages that programs printed", () => {
  test.for(["nested-list-by-libreoffice", "nested-list-by-weasyprint"])(
    "hold the ink of the text, and only boxes with ink: %s",
    async (name) => {
      const bytes = readFileSync(new URL(`../prints/files/${name}.pdf`, import.meta.url));
      const [page] = await pagesOf(bytes, true);
      const { outside, empty } = compare(await inkOf(bytes, 0, 2), page?.boxes?.lines ?? []);
      expect(empty).toBe(0);
      // Bullets and numbers of lists may be drawn beside the text.
      expect(outside).toBeLessThan(600);
      expect(page?.boxes?.lines.length).toBeGreaterThan(3);
    },
  );
});
