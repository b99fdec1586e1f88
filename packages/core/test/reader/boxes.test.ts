import { describe, expect, test } from "vitest";
import type { HandlerEvent } from "../../src/contract/events.ts";
import { defineHandler, type Handler, type HandlerContext } from "../../src/contract/handler.ts";
import type { LineBox, LineBoxes } from "../../src/contract/recognition.ts";
import { recognisedPart } from "../../src/documents/recognised-text.ts";
import type { ReadOutcome } from "../../src/contract/result.ts";
import { expectFailure, readerOf, sectionsOf } from "./support.ts";

const file = { "a.doc-test": "content" };

/** The box of a line, by which a test knows the line again. */
function boxOf(page: number, row: number): LineBox["box"] {
  return { x0: page, y0: row * 10, x1: 100, y1: row * 10 + 8 };
}

function boxesOf(page: number): LineBoxes {
  const lines = [
    { line: 1, box: boxOf(page, 1) },
    { line: 3, box: boxOf(page, 3) },
    { line: 3, box: boxOf(page, 4) },
  ];
  return { unit: "pt", width: 200, height: 100, lines };
}

interface Seen {
  readonly asked: boolean[];
}

/** A handler of two pages of three lines, the second of which has no place and the third of which has two. */
function pagesOf({ asked }: Seen, change: (event: HandlerEvent) => unknown = (event) => event): Handler {
  return defineHandler({
    name: "pages",
    mediaTypes: ["application/x-test"],
    sniff: (_, name) => (name.endsWith(".doc-test") ? "application/x-test" : undefined),
    async *read(_, { boxes }: HandlerContext): AsyncGenerator<HandlerEvent> {
      asked.push(boxes === true);
      for (const page of [1, 2]) {
        const event: HandlerEvent = {
          type: "text",
          text: `first of ${page}\nsecond of ${page}\nthird of ${page}\n`,
          at: { unit: "page", index: page },
          ...(boxes === true ? { boxes: boxesOf(page) } : {}),
        };
        yield change(event) as HandlerEvent;
      }
    },
  });
}

/** The numbers of the lines that have a place, and the rows of those places. */
function placed(outcome: ReadOutcome): readonly (readonly (readonly [number, number])[])[] {
  return sectionsOf(outcome).map(({ boxes }) => (boxes?.lines ?? []).map(({ line, box }) => [line, box.y0 / 10]));
}

describe("the places of lines", () => {
  test("are in the answer only if the request asks for them", async () => {
    const asked: boolean[] = [];
    const reader = await readerOf(file, { handlers: [pagesOf({ asked })] });
    const plain = await reader.read("a.doc-test");
    expect(sectionsOf(plain).some((section) => "boxes" in section)).toBe(false);
    const [first] = sectionsOf(await reader.read({ path: "a.doc-test", boxes: true }));
    expect(first?.boxes).toEqual(boxesOf(1));
    expect(asked).toEqual([false, true]);
  });

  test("have the numbers of the lines in the answer", async () => {
    const reader = await readerOf(file, { handlers: [pagesOf({ asked: [] })] });
    const all = await reader.read({ path: "a.doc-test", boxes: true });
    const rows = [1, 3, 4];
    const numbers = [
      [1, 3, 3],
      [4, 6, 6],
    ];
    expect(placed(all)).toEqual(numbers.map((lines) => lines.map((line, at) => [line, rows[at]])));
  });

  test("are those of the lines that are shown, and of no others", async () => {
    const reader = await readerOf(file, { handlers: [pagesOf({ asked: [] })] });
    const request = { path: "a.doc-test", boxes: true };
    const cut = await reader.read({ ...request, limit: 2 });
    expect(placed(cut)).toEqual([[[1, 1]]]);
    const found = await reader.read({ ...request, find: "third of 2", context: 0 });
    expect(placed(found)).toEqual([
      [
        [6, 3],
        [6, 4],
      ],
    ]);
    const unplaced = await reader.read({ ...request, find: "second of 2", context: 0 });
    expect(sectionsOf(unplaced)[0]).not.toHaveProperty("boxes");
  });

  test("include those of recognised lines, between the others", async () => {
    const box = { x0: 1, y0: 70, x1: 2, y1: 80 };
    const line = { text: "seen", confidence: 90, box, startsParagraph: false, words: [] };
    const recognised = { by: "Fake (eng)", lines: [line], confidence: 90, turned: 0 as const, skewDegrees: 0 };
    const scan = (before: string): HandlerEvent => recognisedPart(recognised, { unit: "pt", scale: 1, before });
    const handler = pagesOf({ asked: [] }, (event) => ({
      ...event,
      ...scan("one\n"),
      text: "one\nseen\nthree\n",
      boxes: boxesOf(1),
    }));
    const reader = await readerOf(file, { handlers: [handler] });
    const [first] = sectionsOf(await reader.read({ path: "a.doc-test", boxes: true, limit: 3 }));
    expect(first?.boxes?.lines.map((each) => [each.line, each.box.y0])).toEqual([
      [1, 10],
      [2, 70],
      [3, 30],
      [3, 40],
    ]);
    const [plain] = sectionsOf(await reader.read({ path: "a.doc-test", limit: 3 }));
    expect(plain?.recognised?.lines).toHaveLength(1);
  });

  test.each([
    ["no object", 7],
    ["another unit", { unit: "mm", lines: [] }],
    ["a line before the first", { unit: "pt", lines: [{ line: 0, box: boxOf(1, 1) }] }],
    ["a box without corners", { unit: "pt", lines: [{ line: 1, box: {} }] }],
    ["an endless page", { unit: "pt", width: Infinity, lines: [] }],
  ])("that a handler gives as %s are its fault", async (_, boxes) => {
    const reader = await readerOf(file, { handlers: [pagesOf({ asked: [] }, (event) => ({ ...event, boxes }))] });
    const failure = expectFailure(await reader.read({ path: "a.doc-test", boxes: true }));
    expect(failure.error.code).toBe("handler-failed");
  });

  test("need a flag that is true or false", async () => {
    const reader = await readerOf(file, { handlers: [pagesOf({ asked: [] })] });
    const failure = expectFailure(await reader.read({ path: "a.doc-test", boxes: "often" as unknown as boolean }));
    expect(failure.error.code).toBe("invalid-request");
  });
});
