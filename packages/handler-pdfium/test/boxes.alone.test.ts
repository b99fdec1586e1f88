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

/** Returns the height of the line that is the given words, in points. */
async function heightOf(words: string, print: string): Promise<number> {
  const bytes = readFileSync(new URL(print, prints));
  const { events } = await collect(pdfium(), bytes, { name: "input.pdf", capabilities: textOnly, boxes: true });
  const [page] = events.filter((event) => event.type === "text");
  const line = page?.text.split("\n").findIndex((text) => text.trim() === words) ?? -1;
  const box = page?.boxes?.lines.find((one) => one.line === line + 1)?.box;
  return (box?.y1 ?? 0) - (box?.y0 ?? 0);
}

test.for([
  { print: "nested-list-by-libreoffice.pdf", emPt: 12, heightEm: 1, why: "states nothing" },
  { print: "nested-list-by-weasyprint.pdf", emPt: 8.25, heightEm: 1.163, why: "states 0.928 and 0.235 em" },
])("a line is as high as its font: $print $why", async ({ print, emPt, heightEm }) => {
  expect(await heightOf("- one", print)).toBeCloseTo(heightEm * emPt, 0);
});
