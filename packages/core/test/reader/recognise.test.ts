import { describe, expect, test } from "vitest";
import { ReadError } from "../../src/contract/errors.ts";
import { unrecognisedText, type HandlerEvent } from "../../src/contract/events.ts";
import { defineHandler, type Handler, type HandlerContext } from "../../src/contract/handler.ts";
import { recognisedPart } from "../../src/documents/recognised-text.ts";
import type { Recognised, RecognisableImage, Recogniser } from "../../src/contract/recognition.ts";
import { noticeText } from "../../src/render/notice-text.ts";
import { expectFailure, expectResult, readerOf, sectionsOf } from "./support.ts";

const file = { "a.doc-test": "content" };
const box = { x0: 10, y0: 20, x1: 110, y1: 40 };

/** What a recogniser makes of a picture: two paragraphs, of which it is as sure as it is told. */
function recognisedOf(name: string, confidence = 90): Recognised {
  const line = { confidence, box, words: [{ text: name, confidence, box }] };
  const lines = [`${name} one`, `${name} two`].map((text) => ({ ...line, text, startsParagraph: true }));
  return { by: "Fake (eng)", lines, confidence, turned: 0, skewDegrees: 0 };
}

interface Fake {
  readonly recogniser: Recogniser;
  readonly seen: number[];
}

/** A recogniser to which the first byte of a picture is its name. */
function fakeOf(answer: (name: number, signal: AbortSignal) => unknown): Fake {
  const seen: number[] = [];
  const recognise = (image: RecognisableImage, { signal }: { signal: AbortSignal }): Promise<Recognised> => {
    const name = image.data[0] ?? 0;
    seen.push(name);
    return Promise.resolve(answer(name, signal) as Recognised);
  };
  return { seen, recogniser: { name: "fake", languages: ["eng"], recognise } };
}

function imageOf(name: number): RecognisableImage {
  return { data: new Uint8Array([name]), widthPx: 1, heightPx: 1 };
}

/** A handler of scans: each page is a picture. */
function scanOf(pageCount: number): Handler {
  return defineHandler({
    name: "scan",
    mediaTypes: ["application/x-test"],
    sniff: (_, name) => (name.endsWith(".doc-test") ? "application/x-test" : undefined),
    async *read(_, { recognise, pages }: HandlerContext): AsyncGenerator<HandlerEvent> {
      const first = pages?.[0] !== undefined && "first" in pages[0] ? pages[0].first : 1;
      for (let page = first; page <= pageCount; page += 1) {
        const recognised = await recognise?.(imageOf(page));
        const at = { unit: "page" as const, index: page };
        if (recognised !== undefined)
          yield recognisedPart(recognised, { at, unit: "pt", scale: 0.5, before: "(scan)\n" });
      }
    },
  });
}

describe("text that was recognised", () => {
  test("comes as plain lines, with the places of lines and words beside them, and a notice", async () => {
    const { recogniser } = fakeOf((name) => recognisedOf(`page${name}`, name === 1 ? 90 : 40));
    const reader = await readerOf(file, { handlers: [scanOf(2)], recognise: recogniser });
    const result = expectResult(await reader.read("a.doc-test"));
    const [first, second] = sectionsOf(result);
    expect(first?.text).toBe("(scan)\npage1 one\n\npage1 two");
    const half = { x0: 5, y0: 10, x1: 55, y1: 20 };
    const words = [{ text: "page2", confidence: 40, box: half }];
    expect(second?.recognised).toEqual({
      by: "Fake (eng)",
      unit: "pt",
      lines: [
        { line: 6, confidence: 40, box: half, words },
        { line: 8, confidence: 40, box: half, words },
      ],
    });
    expect(result.notices).toEqual([
      { type: "notice", code: "text-recognised", by: "Fake (eng)", lines: 4, confidence: 65, unsureLines: "6-8" },
    ]);
  });

  test("is reported for the lines that are shown, and for no others", async () => {
    const { recogniser } = fakeOf((name) => recognisedOf(`page${name}`));
    const reader = await readerOf(file, { handlers: [scanOf(2)], recognise: recogniser });
    const shown = expectResult(await reader.read({ path: "a.doc-test", lines: "4-6" }));
    expect(sectionsOf(shown).flatMap(({ recognised }) => recognised?.lines.map(({ line }) => line) ?? [])).toEqual([
      4, 6,
    ]);
    const found = expectResult(await reader.read({ path: "a.doc-test", find: "page2 one", context: 0 }));
    expect(sectionsOf(found).map(({ recognised }) => recognised?.lines.map(({ line }) => line))).toEqual([[6]]);
    await reader.close();
  });

  test("is recognised once, however often it is read", async () => {
    const { recogniser, seen } = fakeOf((name) => recognisedOf(`page${name}`));
    const reader = await readerOf(file, { handlers: [scanOf(3)], recognise: recogniser });
    await reader.read({ path: "a.doc-test" });
    await reader.read({ path: "a.doc-test", offset: 5 });
    await reader.read({ path: "a.doc-test", pages: "2-" });
    expect(seen).toEqual([1, 2, 3]);
    await reader.close();
  });
});

test("a handler of a reader without a recogniser has none in its context", async () => {
  const told: boolean[] = [];
  const handler = { ...scanOf(1) };
  const asking: Handler = {
    ...handler,
    async *read(source, context) {
      told.push("recognise" in context);
      yield* handler.read(source, context);
    },
  };
  await (await readerOf(file, { handlers: [asking] })).read("a.doc-test");
  await (await readerOf(file, { handlers: [asking], recognise: () => undefined })).read("a.doc-test");
  await (
    await readerOf(file, { handlers: [asking], recognise: fakeOf(() => recognisedOf("x")).recogniser })
  ).read("a.doc-test");
  expect(told).toEqual([false, false, true]);
});

test.for([
  [true, [{ type: "notice", code: "text-not-recognised", count: 1, reason: "no-recogniser" }]],
  [false, [{ type: "notice", code: "text-not-recognised", count: 1 }]],
  [undefined, []],
] as const)("a read without a recogniser and with recognise: %s has these notices", async ([recognise, notices]) => {
  const handler = defineHandler({
    ...scanOf(1),
    async *read() {
      yield unrecognisedText("(a scan)\n", { unit: "page", index: 1 });
    },
  });
  const reader = await readerOf(file, { handlers: [handler] });
  const options = recognise === undefined ? {} : { recognise };
  const result = expectResult(await reader.read("a.doc-test", options));
  expect(result.notices).toEqual(notices);
  const words = result.notices.map(noticeText).join("\n");
  expect(words.includes("npm install @reader/ocr")).toBe(recognise === true);
});

describe("the time of a document", () => {
  const budget = { documentTimeMs: 20_000 };

  test("is not that of its recogniser, and the answer ends before a page that would not be done in it", async () => {
    let now = 0;
    const { recogniser, seen } = fakeOf((name) => {
      now += 8000;
      return recognisedOf(`page${name}`);
    });
    const reader = await readerOf(file, { handlers: [scanOf(5)], recognise: recogniser, clock: () => now, budget });
    const first = expectResult(await reader.read("a.doc-test"));
    expect(first).toMatchObject({ status: "partial", stopped: { by: "time" }, next: { request: { pages: "3-" } } });
    expect(sectionsOf(first).map(({ at }) => at?.index)).toEqual([1, 2]);
    expect(seen).toEqual([1, 2]);
    const second = expectResult(await reader.read(first.next?.request ?? ""));
    expect(sectionsOf(second).map(({ at }) => at?.index)).toEqual([3, 4]);
    expect(second.next?.request).toMatchObject({ pages: "5-" });
    const third = expectResult(await reader.read(second.next?.request ?? ""));
    expect(third).toMatchObject({ status: "complete" });
    await reader.close();
  });

  test("keeps explicit pages that are left", async () => {
    let now = 0;
    const { recogniser } = fakeOf((name) => {
      now += 25_000;
      return recognisedOf(`page${name}`);
    });
    const reader = await readerOf(file, { handlers: [scanOf(9)], recognise: recogniser, clock: () => now, budget });
    const result = expectResult(await reader.read({ path: "a.doc-test", pages: "2-6" }));
    expect(result.next?.request).toMatchObject({ pages: "3-6" });
    await reader.close();
  });
});

describe("a recogniser that fails", () => {
  test.for<readonly [string, unknown]>([
    ["nothing", undefined],
    ["lines that are no list", { ...recognisedOf("x"), lines: "text" }],
    [
      "a box that is none",
      { ...recognisedOf("x"), lines: [{ text: "x", confidence: 1, words: [], box: { x0: Number.NaN } }] },
    ],
    ["a turn that is none", { ...recognisedOf("x"), turned: 45 }],
  ])("because it gives %s is named", async ([, answer]) => {
    const { recogniser } = fakeOf(() => answer);
    const reader = await readerOf(file, { handlers: [scanOf(1)], recognise: recogniser });
    const { error } = expectFailure(await reader.read("a.doc-test"));
    expect(error).toMatchObject({
      code: "handler-failed",
      message: "The recogniser fake returned invalid data.",
    });
  });

  test("with an error of its own is reported in its words", async () => {
    const { recogniser } = fakeOf(() => {
      throw new ReadError("handler-failed", "No data.", { hint: "Get some.", details: { package: "data" } });
    });
    const reader = await readerOf(file, { handlers: [scanOf(1)], recognise: recogniser });
    const { error } = expectFailure(await reader.read("a.doc-test"));
    expect(error).toMatchObject({ code: "handler-failed", message: "No data.", details: { package: "data" } });
  });

  test("because it never ends is aborted, and its limit is named", async () => {
    const aborted: AbortSignal[] = [];
    const { recogniser } = fakeOf((_, signal) => {
      aborted.push(signal);
      return new Promise(() => undefined);
    });
    const budget = { recogniseTimeMs: 1 };
    const reader = await readerOf(file, { handlers: [scanOf(1)], recognise: recogniser, budget });
    const { error } = expectFailure(await reader.read("a.doc-test"));
    expect(error).toMatchObject({ code: "timed-out", details: { limit: { name: "recogniseTimeMs", value: 1 } } });
    expect(aborted.map((signal) => signal.aborted)).toEqual([true]);
  });
});

describe("who waits for a scan", () => {
  test("gets each page that was recognised, and the number of pages", async () => {
    const { recogniser } = fakeOf((name) => recognisedOf(`page${name}`));
    const told: unknown[] = [];
    let now = 0;
    const slow = {
      ...recogniser,
      recognise: (...given: Parameters<typeof recogniser.recognise>) => ((now += 100), recogniser.recognise(...given)),
    };
    const counted = scanOf(3);
    const handler: Handler = {
      ...counted,
      async *read(source, context) {
        yield { type: "extent", unit: "page", total: 3, exact: true };
        yield* counted.read(source, context);
      },
    };
    const reader = await readerOf(file, { handlers: [handler], recognise: slow, clock: () => now });
    const onProgress = (progress: unknown): void => void told.push(progress);
    await reader.read("a.doc-test", { onProgress });
    expect(told).toEqual([1, 2, 3].map((page) => ({ page, totalPages: 3 })));
    // What was kept is told of no more.
    await reader.read({ path: "a.doc-test", offset: 2 }, { onProgress });
    expect(told).toHaveLength(3);
  });
});
