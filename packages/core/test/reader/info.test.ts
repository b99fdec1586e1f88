import { describe, expect, test } from "vitest";
import { defineHandler, type Handler, type HandlerContext } from "../../src/contract/handler.ts";
import { text, type HandlerEvent } from "../../src/contract/events.ts";
import { ReadError } from "../../src/contract/errors.ts";
import { recognisedPart } from "../../src/documents/recognised-text.ts";
import type { Recogniser } from "../../src/contract/recognition.ts";
import { expectFailure, expectResult, lineNumbers, readerOf } from "./support.ts";

test("a file is described without its content, and with the cost of its first answer", async () => {
  const reader = await readerOf({ "a.txt": lineNumbers(5000) });
  const info = await reader.info("a.txt");
  const first = expectResult(await reader.read("a.txt"));
  expect(info).toMatchObject({
    ok: true,
    mediaType: "text/plain",
    handler: "text",
    extents: [{ unit: "line", total: 5000, exact: true }],
    tokens: { by: "counted" },
    firstAnswer: first.cost,
    next: { path: "a.txt" },
  });
});

test.for([
  ["list", /^Read it/],
  ["refuse", /^List it, or read a file inside/],
] as const)(
  "a folder is no file, and where the reader is to %s folders the hint says so",
  async ([directories, hint]) => {
    const reader = await readerOf({ "sub/a.txt": "a" }, { directories });
    const outcome = await reader.info("sub");
    if (outcome.ok) throw new Error("a folder was taken for a file");
    expect(expectFailure(outcome).error.code).toBe("is-directory");
    expect(outcome.error.hint).toMatch(hint);
  },
);

test("what a handler says about a document is passed on although its content cannot be read", async () => {
  const broken = defineHandler({
    name: "broken",
    mediaTypes: ["text/x-broken"],
    sniff: () => "text/x-broken",
    info: async () => ({ extents: [], facts: { title: "A map" } }),
    read() {
      throw new ReadError("corrupt", "a.odd has a page that nobody can read.", { hint: "Ask for another page." });
    },
  });
  const reader = await readerOf({ "a.odd": "odd" }, { handlers: [broken] });
  expect(await reader.info("a.odd")).toMatchObject({
    ok: true,
    facts: { title: "A map" },
    notices: [{ message: "Its content cannot be read: a.odd has a page that nobody can read. Ask for another page." }],
  });
});

/** A handler of scans, of which the first pages have text. */
function scanWith(textPages: number, pageCount: number): Handler {
  return defineHandler({
    name: "scan",
    mediaTypes: ["application/x-test"],
    sniff: (_, name) => (name.endsWith(".doc-test") ? "application/x-test" : undefined),
    async *read(_, { recognise }: HandlerContext): AsyncGenerator<HandlerEvent> {
      for (let index = 1; index <= pageCount; index += 1) {
        const at = { unit: "page" as const, index };
        const image = { data: new Uint8Array([index]), widthPx: 1, heightPx: 1 };
        const recognised = index <= textPages ? undefined : await recognise?.(image);
        yield recognised === undefined
          ? text(`page ${index}\n`, at)
          : recognisedPart(recognised, { at, unit: "pt", scale: 1 });
      }
    },
  });
}

function countingRecogniser(): { readonly recogniser: Recogniser; readonly seen: number[] } {
  const seen: number[] = [];
  const words = [{ text: "print", confidence: 90, box: { x0: 0, y0: 0, x1: 9, y1: 9 } }];
  const line = { text: "print", confidence: 90, box: { x0: 0, y0: 0, x1: 9, y1: 9 }, words };
  const recognise: Recogniser["recognise"] = (image) => {
    seen.push(image.data[0] ?? 0);
    return Promise.resolve({ by: "Fake", lines: [line], confidence: 90, turned: 0, skewDegrees: 0 });
  };
  return { seen, recogniser: { name: "fake", languages: [], recognise } };
}

describe("a document whose text must be recognised", () => {
  test.for<readonly [string, number, readonly string[]]>([
    ["is a scan throughout", 0, []],
    ["begins with text", 2, ["tokens", "firstAnswer"]],
  ])("is described without that if it %s, and can be read then", async ([, textPages, costs]) => {
    const { recogniser, seen } = countingRecogniser();
    const reader = await readerOf({ "a.doc-test": "x" }, { handlers: [scanWith(textPages, 4)], recognise: recogniser });
    const info = await reader.info("a.doc-test");
    expect(seen).toEqual([]);
    expect(info).toMatchObject({
      ok: true,
      handler: "scan",
      notices: [{ message: expect.stringContaining("was not recognised to measure") as string }],
    });
    expect(Object.keys(info).filter((name) => name === "tokens" || name === "firstAnswer")).toEqual(costs);
    expect(expectResult(await reader.read("a.doc-test")).status).toBe("complete");
    expect(seen).toHaveLength(4 - textPages);
  });

  test("is described with its cost if it was read before", async () => {
    const { recogniser } = countingRecogniser();
    const reader = await readerOf({ "a.doc-test": "x" }, { handlers: [scanWith(0, 2)], recognise: recogniser });
    const { cost } = expectResult(await reader.read("a.doc-test"));
    expect(await reader.info("a.doc-test")).toMatchObject({ firstAnswer: cost, tokens: { by: "counted" } });
  });
});
