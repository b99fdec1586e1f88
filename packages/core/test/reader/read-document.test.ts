import { describe, expect, test } from "vitest";
import { anthropic } from "../../src/contract/capabilities.ts";
import { ReadError } from "../../src/contract/errors.ts";
import { document, extent, image, text, type HandlerEvent } from "../../src/contract/events.ts";
import { defineHandler, type Handler, type HandlerContext } from "../../src/contract/handler.ts";
import type { Place } from "../../src/contract/place.ts";
import type { ReadRequest } from "../../src/contract/request.ts";
import type { Source } from "../../src/contract/source.ts";
import { expectFailure, expectResult, numbered, readerOf, sectionsOf } from "./support.ts";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

/** What came of following `next` to the end. */
interface ReadThrough {
  readonly shown: number;
  readonly steps: readonly Omit<ReadRequest, "path">[];
  readonly omitted: readonly string[];
}

/** A handler of `.doc-test` files whose events a test writes. */
function handlerOf(read: (source: Source, context: HandlerContext) => AsyncIterable<HandlerEvent>): Handler {
  return defineHandler({
    name: "test",
    mediaTypes: ["application/x-test"],
    sniff: (_, name) => (name.endsWith(".doc-test") ? "application/x-test" : undefined),
    read,
  });
}

const file = { "a.doc-test": "content", "inner.txt": "x" };

async function* pages(count: number, record = { runs: 0, pulled: 0, cleanups: 0 }): AsyncGenerator<HandlerEvent> {
  record.runs += 1;
  try {
    yield extent("page", count);
    for (let page = 1; page <= count; page += 1) {
      record.pulled += 1;
      yield text(`page ${page} line 1\npage ${page} line 2\n`, { unit: "page", index: page });
    }
  } finally {
    record.cleanups += 1;
  }
}

/** Forty lines of a megabyte each, which is more than is kept of a document. */
async function* hugeLines(record = { runs: 0 }): AsyncGenerator<HandlerEvent> {
  record.runs += 1;
  for (let line = 1; line <= 40; line += 1) yield text(`line ${line} ${"x".repeat(1_000_000)}\n`);
}

describe("a document that is too large to be kept", () => {
  test.for<readonly [string, object, readonly number[]]>([
    ["its end", { offset: -2 }, [39, 40]],
    ["lines far apart", { lines: "1-1,20-20,39-40" }, [1, 20, 39, 40]],
    ["a match", { find: "line 31 ", context: 0 }, [31]],
  ])("is gone through again for %s", async ([, request, expected]) => {
    const reader = await readerOf(file, {
      handlers: [handlerOf(() => hugeLines())],
      budget: { maxLineCharacters: 20 },
    });
    const result = expectResult(await reader.read({ path: "a.doc-test", ...request }));
    const lines = result.parts.flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
    expect(lines.map((line) => Number(line.split(" ")[1]))).toEqual(expected);
    await reader.close();
  });
});

describe("lines beyond the end of a document", () => {
  test.for([
    [{ offset: 5 }, 5],
    [{ offset: 500, limit: 3 }, 500],
    [{ lines: "7-9" }, 7],
    [{ lines: "7-9,12-" }, 7],
  ] as const)("are refused by the read that finds its end, and by the next one: %j", async ([request, line]) => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(2))] });
    const ask = async () => expectFailure(await reader.read({ path: "a.doc-test", ...request })).error;
    const first = await ask();
    expect(first).toMatchObject({ code: "out-of-range", details: { total: 4, unit: "line" } });
    expect(first.message).toBe(`a.doc-test has 4 lines; line ${line} is beyond its end.`);
    expect(await ask()).toEqual(first);
  });

  test("are given if there are other lines", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(2))] });
    const result = expectResult(await reader.read({ path: "a.doc-test", lines: "4,7-9" }));
    expect(numbered(result)).toHaveLength(1);
    expect(result.notices).toEqual([{ type: "notice", code: "range-beyond-end", asked: "7-9", total: 4 }]);
  });

  test("are no lines of a search", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(2))] });
    const { error } = expectFailure(await reader.read({ path: "a.doc-test", offset: 9, find: "page" }));
    expect(error.code).toBe("out-of-range");
  });
});

describe("a document", () => {
  test("comes as sections with their places, its lines numbered through", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(2))] });
    const result = expectResult(await reader.read("a.doc-test"));
    expect(result).toMatchObject({ status: "complete", handler: "test", mediaType: "application/x-test" });
    expect(sectionsOf(result)).toEqual([
      {
        type: "text",
        text: "page 1 line 1\npage 1 line 2",
        firstLine: 1,
        lineCount: 2,
        at: { unit: "page", index: 1 },
      },
      {
        type: "text",
        text: "page 2 line 1\npage 2 line 2",
        firstLine: 3,
        lineCount: 2,
        at: { unit: "page", index: 2 },
      },
    ]);
    expect(result.extents).toEqual([
      { type: "extent", unit: "page", total: 2, exact: true },
      { type: "extent", unit: "line", total: 4, exact: true },
    ]);
  });

  test("is converted once, however many pages it is read in, and no further than needed", async () => {
    const record = { runs: 0, pulled: 0, cleanups: 0 };
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(300, record))], budget: { maxLines: 10 } });
    const seen: number[] = [];
    let request: object | undefined = { path: "a.doc-test" };
    for (let answer = 1; answer <= 3 && request !== undefined; answer += 1) {
      const result = expectResult(await reader.read(request));
      seen.push(...numbered(result).map(([line]) => line));
      expect(record.pulled).toBeLessThanOrEqual(answer * 5 + 1);
      request = result.next?.request;
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(record.runs).toBe(1);
    await reader.close();
    expect(record.cleanups).toBe(1);
  });

  test("is read from any line, and from the end", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(5))] });
    expect(numbered(await reader.read({ path: "a.doc-test", offset: 4, limit: 2 }))).toEqual([
      [4, "page 2 line 2"],
      [5, "page 3 line 1"],
    ]);
    expect(numbered(await reader.read({ path: "a.doc-test", offset: -1 }))).toEqual([[10, "page 5 line 2"]]);
    const { error } = expectFailure(await reader.read({ path: "a.doc-test", offset: 11 }));
    expect(error).toMatchObject({ code: "out-of-range", details: { total: 10 } });
  });

  test("is searched like plain text, and the places stay", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(50))] });
    const result = expectResult(await reader.read({ path: "a.doc-test", find: "page 33 line 2", context: 0 }));
    expect(sectionsOf(result)).toMatchObject([{ firstLine: 66, at: { unit: "page", index: 33 }, matches: [66] }]);
  });

  test("that fails half way keeps what was good, as a failure", async () => {
    async function* failing(): AsyncGenerator<HandlerEvent> {
      yield text("good line\n");
      throw new ReadError("corrupt", "a.doc-test breaks off.");
    }
    const reader = await readerOf(file, { handlers: [handlerOf(failing)] });
    const failure = expectFailure(await reader.read("a.doc-test"));
    expect(failure.error.code).toBe("corrupt");
    expect(failure.parts).toMatchObject([{ type: "text", text: "good line" }]);
  });

  test("whose handler throws anything else is a failure of the handler, named", async () => {
    async function* failing(): AsyncGenerator<HandlerEvent> {
      yield* [];
      throw "a string";
    }
    const reader = await readerOf(file, { handlers: [handlerOf(failing)] });
    expect(expectFailure(await reader.read("a.doc-test")).error.code).toBe("handler-failed");
  });

  test("whose handler never answers is over when its time is", async () => {
    const hanging = (): AsyncIterable<HandlerEvent> => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    });
    const reader = await readerOf(file, { handlers: [handlerOf(hanging)], budget: { documentTimeMs: 1 } });
    expect(expectFailure(await reader.read("a.doc-test")).error.code).toBe("timed-out");
  });

  test("is given up when the caller gives up", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => pages(3))] });
    const outcome = await reader.read("a.doc-test", { signal: AbortSignal.abort() });
    expect(expectFailure(outcome).error.code).toBe("aborted");
  });
});

describe("images", () => {
  const picture = image("image/png", png, { widthPx: 280, heightPx: 280, at: { unit: "page", index: 1 } });
  async function* many(count: number): AsyncGenerator<HandlerEvent> {
    for (let page = 1; page <= count; page += 1) yield { ...picture, at: { unit: "page", index: page } };
  }

  test("go to a model that takes them, and cost what its provider counts", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => many(1))], capabilities: anthropic });
    const result = expectResult(await reader.read("a.doc-test"));
    expect(result.parts).toEqual([picture]);
    expect(result.cost).toMatchObject({ images: 1, tokens: 100 });
  });

  test("become a notice for a model that does not", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => many(1))] });
    const result = expectResult(await reader.read("a.doc-test"));
    expect(result.parts).toEqual([]);
    expect(result.notices).toMatchObject([{ code: "media-omitted", reason: "not-accepted", widthPx: 280, bytes: 4 }]);
  });

  test("are twenty at most, and the rest is the next request", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(() => many(50))], capabilities: anthropic });
    const result = expectResult(await reader.read("a.doc-test"));
    expect(result.cost.images).toBe(20);
    expect(result.stopped).toMatchObject({ by: "images", limit: 20, used: 20 });
    expect(result.next?.request).toEqual({ path: "a.doc-test", pages: "21-" });
  });

  test("are bounded by their number and not by the tokens of text, and their cost is given", async () => {
    const options = { handlers: [handlerOf(() => many(50))], capabilities: anthropic, budget: { maxTokens: 1000 } };
    const result = expectResult(await (await readerOf(file, options)).read("a.doc-test"));
    expect(result.cost).toMatchObject({ images: 20, tokens: 2000 });
  });

  /** Lines with so many pictures behind each of them. */
  async function* illustrated(counts: readonly number[], at?: Place): AsyncGenerator<HandlerEvent> {
    for (const [index, count] of counts.entries()) {
      yield text(`line ${index + 1}\n`, at);
      for (let number = 1; number <= count; number += 1) {
        const alt = `picture ${number} of line ${index + 1}`;
        yield image("image/png", png, { widthPx: 28, heightPx: 28, alt, ...(at === undefined ? {} : { at }) });
      }
    }
  }

  /** What all images show, from the first answer to the one without a next, and how many answers there were. */
  async function readThrough(
    read: (source: Source, context: HandlerContext) => AsyncGenerator<HandlerEvent>,
  ): Promise<ReadThrough> {
    const reader = await readerOf(file, { handlers: [handlerOf(read)], capabilities: anthropic });
    const shown: string[] = [];
    const steps: Omit<ReadRequest, "path">[] = [];
    const omitted: string[] = [];
    for (let request: ReadRequest | undefined = { path: "a.doc-test" }; request !== undefined && steps.length < 9;) {
      const { path, ...step } = request;
      expect(path).toBe("a.doc-test");
      steps.push(step);
      const result = expectResult(await reader.read(request));
      shown.push(...result.parts.flatMap((part) => (part.type === "image" ? [part.alt ?? ""] : [])));
      omitted.push(...result.notices.flatMap((note) => (note.code === "media-omitted" ? [note.reason] : [])));
      request = result.next?.request;
    }
    return { shown: new Set(shown).size, steps, omitted };
  }

  test.for<readonly [string, Place | undefined]>([
    ["without places", undefined],
    ["in one section", { unit: "section", index: 1, label: "Photos" }],
  ])("of a document %s go on at the line that they stand behind", async ([, at]) => {
    const counts = Array.from({ length: 45 }, () => 1);
    const { shown, steps, omitted } = await readThrough(() => illustrated(counts, at));
    expect(steps).toEqual([{}, { offset: 21 }, { offset: 41 }]);
    expect([shown, omitted]).toEqual([45, []]);
  });

  test("of a page with more than an answer holds go on inside it", async () => {
    const counts = Array.from({ length: 45 }, () => 1);
    const { shown, steps } = await readThrough(async function* read(_, { pages: asked }) {
      if (asked === undefined) yield text("before\n", { unit: "slide", index: 1 });
      yield* illustrated(counts, { unit: "slide", index: 2 });
    });
    expect(steps).toEqual([{}, { pages: "2-" }, { pages: "2-", offset: 21 }, { pages: "2-", offset: 41 }]);
    expect(shown).toBe(45);
  });

  test("behind one line are named where an answer has no room for all of them", async () => {
    const { shown, steps, omitted } = await readThrough(() => illustrated([1, 25, 1]));
    expect(steps).toEqual([{}, { offset: 2 }, { offset: 3 }]);
    expect([shown, omitted]).toEqual([22, Array.from({ length: 5 }, () => "too-many")]);
  });

  test("that a budget has no room for are named, and text goes on", async () => {
    const reader = await readerOf(file, {
      handlers: [handlerOf(() => illustrated([1, 1], { unit: "page", index: 1 }))],
      capabilities: anthropic,
      budget: { maxImages: 0 },
    });
    const result = expectResult(await reader.read("a.doc-test"));
    expect(result.next).toBeUndefined();
    expect(result.notices).toMatchObject([{ reason: "too-many" }, { reason: "too-many" }]);
  });

  test.for([
    [0, "undefined"],
    [1, "object"],
  ] as const)("of which a budget has %d are told to the handler as images: %s", async ([maxImages, said]) => {
    async function* telling(_: Source, { capabilities }: HandlerContext): AsyncGenerator<HandlerEvent> {
      yield text(`images: ${typeof capabilities.images}, documents: ${typeof capabilities.documents}`);
    }
    const handlers = [handlerOf(telling)];
    const reader = await readerOf(file, { handlers, capabilities: anthropic, budget: { maxImages } });
    expect(numbered(await reader.read("a.doc-test"))).toEqual([[1, `images: ${said}, documents: object`]]);
  });
});

test("a document that goes to a model as it is costs what its pages cost there", async () => {
  async function* native(): AsyncGenerator<HandlerEvent> {
    yield document("application/pdf", png, { name: "a.pdf", pages: 7 });
  }
  const reader = await readerOf(file, { handlers: [handlerOf(native)], capabilities: anthropic });
  expect(expectResult(await reader.read("a.doc-test")).cost).toMatchObject({ tokens: 7 * 3000, images: 0 });
});

describe("files inside a file", () => {
  async function* nesting(_: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
    yield* context.nested("inner.doc-test", png);
  }

  test("are read by the same handlers, three deep at most", async () => {
    const reader = await readerOf(file, { handlers: [handlerOf(nesting)] });
    const { error } = expectFailure(await reader.read("a.doc-test"));
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxDepth", value: 3 } } });
  });

  test.for([
    [{ pages: "2" }, "pages: none"],
    [{ pages: "2", select: "inner" }, "pages: 2"],
  ] as const)("get the pages of %j only where the selection chose them: %s", async ([wish, said]) => {
    async function* telling(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
      if (source.name === "a.doc-test") {
        yield* context.nested("inner.doc-test", png);
        return;
      }
      const first = context.pages?.map((range) => ("first" in range ? range.first : range.label));
      yield text(`pages: ${first?.join() ?? "none"}, select: ${context.select ?? "none"}`);
    }
    const reader = await readerOf(file, { handlers: [handlerOf(telling)] });
    expect(numbered(await reader.read({ path: "a.doc-test", ...wish }))).toEqual([[1, `${said}, select: none`]]);
  });

  test("get the selection that the outer handler gives them", async () => {
    async function* telling(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
      if (source.name === "a.doc-test") yield* context.nested("inner.doc-test", png, { select: "b/c" });
      else yield text(`select: ${context.select ?? "none"}`);
    }
    const reader = await readerOf(file, { handlers: [handlerOf(telling)] });
    expect(numbered(await reader.read({ path: "a.doc-test", select: "inner/b/c" }))).toEqual([[1, "select: b/c"]]);
  });

  test("have the inflated bytes that are left of the whole tree", async () => {
    async function* telling(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
      yield text(`${source.name}: ${context.budget.maxInflatedBytes}\n`);
      if (source.name !== "a.doc-test") return;
      yield* context.nested("b.doc-test", png);
      yield* context.nested("c.doc-test", png);
    }
    const maxInflatedBytes = 2 * png.length;
    const reader = await readerOf(file, { handlers: [handlerOf(telling)], budget: { maxInflatedBytes } });
    const lines = numbered(await reader.read("a.doc-test")).map(([, line]) => line);
    expect(lines).toEqual([`a.doc-test: ${maxInflatedBytes}`, `b.doc-test: ${png.length}`, "c.doc-test: 0"]);
  });

  test("are refused beyond the inflated bytes of the whole tree", async () => {
    async function* nestingTwice(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
      if (source.name === "b.doc-test") return;
      yield* context.nested("b.doc-test", png);
      yield* context.nested("b.doc-test", png);
    }
    const maxInflatedBytes = 2 * png.length - 1;
    const reader = await readerOf(file, { handlers: [handlerOf(nestingTwice)], budget: { maxInflatedBytes } });
    const { error } = expectFailure(await reader.read("a.doc-test"));
    const limit = { name: "maxInflatedBytes", value: maxInflatedBytes };
    expect(error).toMatchObject({ code: "too-large", details: { limit } });
  });

  test("that are plain text come as text", async () => {
    async function* outer(_: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
      yield* context.nested("docs/a.md", new TextEncoder().encode("# Title\n"));
    }
    const reader = await readerOf(file, { handlers: [handlerOf(outer)] });
    expect(numbered(await reader.read("a.doc-test"))).toEqual([[1, "# Title"]]);
  });
});

test("a handler of another contract version is refused when the reader is made", async () => {
  const handler = { ...handlerOf(() => pages(1)), specVersion: 2 };
  const options = { handlers: [handler as unknown as Handler] };
  await expect(readerOf(file, options)).rejects.toThrow(/version 2 of the contract/);
});
