import { readFileSync } from "node:fs";
import { textOnly } from "@reader/core";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdfium } from "../src/index.ts";

const prints = new URL("../../handler-pdf/test/prints/files/", import.meta.url);

test("lines have their places on the page, if they are asked for", async () => {
  const bytes = readFileSync(new URL("nested-list-by-libreoffice.pdf", prints));
  const options = { name: "input.pdf", capabilities: textOnly };
  const { events } = await collect(pdfium(), bytes, { ...options, boxes: true });
  const [page] = events.filter((event) => event.type === "text");
  const lines = page?.text.split("\n") ?? [];
  const boxOf = (words: string): { readonly x0: number; readonly y0: number } | undefined => {
    return page?.boxes?.lines.find(({ line }) => lines[line - 1]?.trim() === words)?.box;
  };
  const [outer, inner] = [boxOf("- one"), boxOf("- one a")];
  expect(inner?.x0).toBeGreaterThan(outer?.x0 ?? Infinity);
  expect(inner?.y0).toBeGreaterThan(outer?.y0 ?? Infinity);
  expect(page?.boxes).toMatchObject({ unit: "pt" });
  const plain = (await collect(pdfium(), bytes, options)).events.filter((event) => event.type === "text");
  expect(plain.map(({ boxes }) => boxes)).toEqual(plain.map(() => undefined));
});

test("a line is as high as its font, of which the file states 0.928 and 0.235 em, not as its glyphs", async () => {
  const bytes = readFileSync(new URL("nested-list-by-weasyprint.pdf", prints));
  const { events } = await collect(pdfium(), bytes, { name: "input.pdf", capabilities: textOnly, boxes: true });
  const [page] = events.filter((event) => event.type === "text");
  const box = page?.boxes?.lines[0]?.box;
  const sizePt = 8.25;
  expect((box?.y1 ?? 0) - (box?.y0 ?? 0)).toBeCloseTo((0.928 + 0.235) * sizePt, 0);
});
