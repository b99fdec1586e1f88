import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Recogniser } from "@reader/core";
import { describe, expect, test } from "vitest";
import { boxesOf } from "../../src/web/page-boxes.ts";
import { type PlacedWord, pageWords } from "../../src/web/page-words.ts";
import type { Look } from "../../src/web/wire.ts";
import { demoFolder } from "../support/demo.ts";
import { startClient } from "./support/client.ts";
import { readerOf } from "./support/workspace.ts";

const scan = fileURLToPath(new URL("../../../../fixtures/pdf/text-scans-and-a-blank-page/input.pdf", import.meta.url));

type Word = Awaited<ReturnType<Recogniser["recognise"]>>["lines"][number]["words"][number];

/** Lays out lines of words, a tenth of the page each. */
function pageOf(lines: readonly string[]): readonly PlacedWord[] {
  return lines.flatMap((line, row) =>
    line.split(" ").map((word, column): PlacedWord => {
      const [left, top] = [column / 10, row / 10];
      return [word, left, top, left + 0.09, top + 0.05];
    }),
  );
}

describe("boxes of a text on a page", () => {
  const page = pageOf(["We found four wells,", "all of them deep. The re-", "port is late. Another one"]);

  test.for([
    { text: "four", rows: [0] },
    { text: "wells, all of them deep.", rows: [0, 0.1] },
    { text: "**report**", rows: [0.1, 0.2] },
    { text: "not here", rows: [] },
    { text: "other", rows: [0.2] },
    { text: "The reports", rows: [] },
    { text: "late an", rows: [] },
    { text: "…", rows: [] },
    { text: "| We found | nothing at all |", rows: [] },
    { text: "We found four wells. Nobody came.", rows: [0] },
  ])("$text is in rows $rows", ({ text, rows }) => {
    expect(boxesOf(page, [text]).map(({ top }) => top)).toEqual(rows);
  });

  test("one box covers the words of a line, and a text that occurs twice has two", () => {
    expect(boxesOf(pageOf(["a b c", "a b"]), ["a b", "a"])).toMatchObject([
      { left: 0, top: 0 },
      { left: 0, top: 0.1 },
      { left: 0, top: 0 },
      { left: 0, top: 0.1 },
    ]);
    const [box] = boxesOf(page, ["We found four"]);
    expect(box?.width).toBeCloseTo(0.29);
  });
});

describe("a page of a PDF", () => {
  const path = "report.pdf";
  const optionsOf = () => ({ reader: readerOf([demoFolder]), roots: [demoFolder], pageWords: pageWords() });
  const asked = { path, mediaType: "application/pdf", place: { unit: "page", index: 2 } };

  test("has boxes around what is marked", async () => {
    const { answer } = await startClient(optionsOf());
    const marks = ["| Fri 18:42 | config.toml changed for a test | Jonas |"];
    const look = await answer<Look>("look", { ...asked, marks });
    const [image] = look.kind === "images" ? look.images : [];
    expect(image?.boxes).toHaveLength(1);
    const [box] = image?.boxes ?? [];
    expect(box?.top).toBeGreaterThan(0.15);
    expect(box?.top).toBeLessThan(0.25);
    expect(box?.width).toBeGreaterThan(0.5);
    expect(look.kind === "images" && look.pager?.next?.marks).toEqual(marks);
  });

  test("has none without marks, and none for words of another page", async () => {
    const { answer } = await startClient(optionsOf());
    for (const marks of [undefined, [], ["Summary"], [7]]) {
      const look = await answer<Look>("look", { ...asked, ...(marks === undefined ? {} : { marks }) });
      expect(look.kind === "images" && look.images.every(({ boxes }) => boxes === undefined)).toBe(true);
    }
  });

  test("that was scanned has boxes around recognised words, and so has an image", async () => {
    const word = (text: string, x0: number, x1: number): Word => ({
      text,
      confidence: 90,
      box: { x0, y0: 100, x1, y1: 140 },
    });
    const words = [word("A", 20, 60), word("recognised", 100, 400), word("word", 420, 500)];
    const line = { text: "A recognised word", confidence: 90, box: { x0: 20, y0: 100, x1: 500, y1: 140 }, words };
    const seen: { readonly widthPx: number; readonly heightPx: number }[] = [];
    const recognise: Recogniser = {
      name: "fixed",
      languages: [],
      recognise: ({ widthPx, heightPx }) => {
        seen.push({ widthPx, heightPx });
        return Promise.resolve({ by: "Fixed", lines: [line], confidence: 90, turned: 0, skewDegrees: 0 });
      },
    };
    const { answer, root } = await startClient({ pageWords: pageWords(), recognise });
    cpSync(scan, join(root, "scan.pdf"));
    for (const request of [
      { path: "scan.pdf", mediaType: "application/pdf", place: { unit: "page", index: 2 } },
      { path: "large.png", mediaType: "image/png" },
    ]) {
      const look = await answer<Look>("look", { ...request, marks: ["recognised"] });
      const [box] = (look.kind === "images" && look.images[0]?.boxes) || [];
      const { widthPx = 0, heightPx = 0 } = seen.at(-1) ?? {};
      expect(box?.left, request.path).toBeCloseTo(100 / widthPx, 3);
      expect(box?.width, request.path).toBeCloseTo(300 / widthPx, 3);
      expect(box?.top, request.path).toBeCloseTo(100 / heightPx, 3);
    }
  });

  test("with a password has boxes too, and without it is refused", async () => {
    const { answer, root } = await startClient({ pageWords: pageWords() });
    expect(root).not.toBe("");
    const request = { path: "unlockable.pdf", mediaType: "application/pdf", marks: ["the"] };
    expect((await answer<Look>("look", request)).kind).toBe("nothing");
    expect((await answer<Look>("look", { ...request, password: "open sesame" })).kind).toBe("images");
  });
});
