import { describe, expect, test } from "vitest";
import { boxesOf } from "../../src/web/page-boxes.ts";
import { type PlacedWord, pageWords } from "../../src/web/page-words.ts";
import type { Look } from "../../src/web/wire.ts";
import { demoFolder } from "../support/demo.ts";
import { startClient } from "./support/client.ts";
import { readerOf } from "./support/workspace.ts";

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

  test("with a password has boxes too, and without it is refused", async () => {
    const { answer, root } = await startClient({ pageWords: pageWords() });
    expect(root).not.toBe("");
    const request = { path: "unlockable.pdf", mediaType: "application/pdf", marks: ["the"] };
    expect((await answer<Look>("look", request)).kind).toBe("nothing");
    expect((await answer<Look>("look", { ...request, password: "open sesame" })).kind).toBe("images");
  });
});
