import { beforeAll, expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { showsPrint } from "@reader/pdf-pages/quality";
import { modelOf } from "../page-models.ts";
import { lines } from "../pdf-builder.ts";
import { drawnPage, print, type Shade } from "./drawn-pages.ts";
import { withFirstPage } from "./with-first-page.ts";

let engine: PdfEngine;

beforeAll(async () => {
  engine = await loadPdfEngine();
});

function isPrintSeen(shade: Shade, content?: string, marginHeights?: number): Promise<boolean> {
  return withFirstPage(engine, drawnPage(shade, content), (page) => showsPrint(modelOf(engine, page), marginHeights));
}

const printed: Readonly<Record<string, Shade>> = {
  "a scan": print,
  "a scan on its side": (x, y) => print(y, x),
  "a negative": (x, y) => 255 - print(x, y),
  "a scan that is grainy": (x, y) => print(x, y) - ((x * 7 + y * 13) % 20),
  "a scan that is darker at its foot": (x, y) => print(x, y) - Math.floor(y / 50),
};

const others: Readonly<Record<string, Shade>> = {
  "an empty sheet": () => 240,
  "a photograph": (x, y) => (x * 3 + y * 5 + Math.floor((x * y) / 900)) % 256,
  "a gradient": (x) => Math.floor((x * 255) / 850),
  "a frame": (x, y) => ((x < 60 || x >= 790 || y < 60 || y >= 1040) && (x + y) % 8 < 3 ? 60 : 240),
  "a pattern without an end": (x) => (x % 8 < 2 ? 60 : 240),
  "a mark": (x, y) => (x > 300 && x < 500 && y > 400 && y < 600 ? 20 : 240),
  "lines of strokes on a middle grey": (x, y) => (print(x, y) < 100 ? 20 : 140),
};

test.for(Object.entries(printed))("print is visible on %s", async ([, shade]) => {
  expect(await isPrintSeen(shade)).toBe(true);
});

test.for(Object.entries(others))("no print is visible on %s", async ([, shade]) => {
  expect(await isPrintSeen(shade)).toBe(false);
});

test("the text of the layer is not print of the image", async () => {
  const rows = Array.from({ length: 12 }, () => "Words that are drawn by the page, and are text of its layer");
  expect(await isPrintSeen(() => 240, lines(...rows))).toBe(false);
});

test("print beside recognised lines is theirs, and print away from them is not", async () => {
  const line = "Words recognised";
  const rows = (count: number): string => lines(...Array.from({ length: count }, () => line));
  expect(await isPrintSeen(print, rows(60), 1)).toBe(false);
  expect(await isPrintSeen(print, rows(8), 1)).toBe(true);
  expect(await isPrintSeen(print, lines(...Array.from({ length: 60 }, () => " ")), 1)).toBe(true);
});
