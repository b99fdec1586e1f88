import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { notice, type Notice } from "../../src/contract/notices.ts";
import { image, text, type HandlerEvent } from "../../src/contract/events.ts";
import {
  defineHandler,
  type HandlerContext,
  type HandlerDefinition,
  type HandlerInfo,
} from "../../src/contract/handler.ts";
import { createReader, type ReaderOptions } from "../../src/reader.ts";
import { memoryFileSystem } from "../files/workspace/memory.ts";
import { expectFailure, expectResult } from "./support.ts";

const path = "a.odd";

/** A reader of one file with a handler of which something is replaced. */
function setUp(changes: Partial<HandlerDefinition>, options: ReaderOptions = {}) {
  const files = memoryFileSystem({ workingDirectory: "/w", entries: { "/w/a.odd": "odd\n" } });
  const handler = defineHandler({
    name: "odd",
    mediaTypes: ["text/x-odd"],
    sniff: () => "text/x-odd",
    async *read() {
      yield text("A line.\n");
    },
    ...changes,
  });
  return { files, reader: createReader({ fileSystem: files, handlers: [handler], ...options }) };
}

/** A `read` that gives a line and then whatever is asked for. */
function giving(...events: readonly unknown[]): Partial<HandlerDefinition> {
  return {
    async *read() {
      yield text("A line.\n");
      yield* events as readonly HandlerEvent[];
    },
  };
}

describe("a read through a handler with a fault", () => {
  test("is a failure and closes the file where the handler throws when it is called", async () => {
    const { files, reader } = setUp({
      read() {
        throw new Error("not today");
      },
    });
    expect(expectFailure(await reader.read(path)).error.code).toBe("handler-failed");
    expect(files.openHandles).toBe(0);
  });

  test("is no answer where the handler throws undefined, and keeps the line before it", async () => {
    const { reader } = setUp({
      async *read() {
        yield text("A line.\n");
        throw undefined;
      },
    });
    const failure = expectFailure(await reader.read(path));
    expect(failure.error.code).toBe("handler-failed");
    expect(failure.parts).toMatchObject([{ text: "A line." }]);
  });

  test("names the package that is not installed, and how to install it", async () => {
    const { reader } = setUp({
      read: () => createRequire(import.meta.url)("@reader-test/nowhere") as never,
    });
    expect(expectFailure(await reader.read(path)).error).toMatchObject({
      code: "unsupported-type",
      message: expect.stringContaining("needs the package @reader-test/nowhere, which is not installed."),
      hint: "Ask the user to run `npm install @reader-test/nowhere`, then read the file again.",
    });
  });

  test("keeps what came before an event that is none", async () => {
    const { reader } = setUp(giving({ type: "extent", unit: "page", total: Number.NaN, exact: true }));
    const failure = expectFailure(await reader.read(path));
    expect(failure.error.message).toContain("`total`");
    expect(failure.parts).toMatchObject([{ text: "A line." }]);
  });

  test("ends in time where the handler gives empty texts for ever and leaves no turn to a timer", async () => {
    let nowMs = 0;
    const endless: Partial<HandlerDefinition> = {
      async *read() {
        for (;;) yield text("");
      },
    };
    const { reader } = setUp(endless, { clock: () => (nowMs += 1), budget: { documentTimeMs: 1000 } });
    expect(expectFailure(await reader.read(path)).error.code).toBe("timed-out");
  });

  test("goes through what a handler yields from inner files as well", async () => {
    const { reader } = setUp({
      async *read(source, context) {
        yield* source.size === 4
          ? context.nested("inner.odd", new Uint8Array([1]))
          : ([42] as unknown as HandlerEvent[]);
      },
    });
    expect(expectFailure(await reader.read(path)).error.code).toBe("handler-failed");
  });
});

describe("the notices of a document", () => {
  const notices = (count: number): readonly Notice[] =>
    Array.from({ length: count }, (_, index) => notice(`Picture ${index + 1} is not shown.`));

  test("are all there where they are a hundred", async () => {
    const { reader } = setUp(giving(...notices(100)));
    expect(expectResult(await reader.read(path)).notices).toEqual(notices(100));
  });

  test("are cut where their words are too many for any answer", async () => {
    const { notices: told } = expectResult(await setUp(giving(notice("x".repeat(30_000_000)))).reader.read(path));
    expect(told).toEqual([notice(`${"x".repeat(4000)}…`)]);
  });

  test("are counted where they are more", async () => {
    const one = expectResult(await setUp(giving(...notices(101))).reader.read(path));
    expect(one.notices.slice(100)).toEqual([notice("1 more notice is not shown.")]);
    const many = expectResult(await setUp(giving(...notices(5000))).reader.read(path));
    expect(many.notices).toHaveLength(101);
    expect(many.notices.at(-1)).toEqual(notice("4900 more notices are not shown."));
  });

  test("are counted where they tell of images that a model does not take", async () => {
    const images = Array.from({ length: 300 }, () => image("image/png", new Uint8Array(3)));
    const { notices: told } = expectResult(await setUp(giving(...images)).reader.read(path));
    expect(told[0]).toMatchObject({ code: "media-omitted" });
    expect(told.slice(100)).toEqual([notice("200 more notices are not shown.")]);
  });
});

describe("info through a handler with a fault", () => {
  /** An `info` that never settles, with a record of whether it was told to stop. */
  function waiting() {
    const record = { isTold: false };
    const info = (_: unknown, { signal }: HandlerContext): Promise<HandlerInfo> => {
      signal.addEventListener("abort", () => (record.isTold = true));
      return new Promise(() => undefined);
    };
    return { info, record };
  }

  test("ends when the time of a document is over, tells the handler and closes the file", async () => {
    const { info, record } = waiting();
    // By this clock no time passes before the handler is asked, however busy the machine is.
    let nowMs = 0;
    const asked: typeof info = (source, context) => {
      nowMs = 1000;
      return info(source, context);
    };
    const { files, reader } = setUp({ info: asked }, { clock: () => nowMs, budget: { documentTimeMs: 20 } });
    const failure = await reader.info(path);
    expect(failure).toMatchObject({ ok: false, error: { code: "timed-out" } });
    expect(record.isTold).toBe(true);
    expect(files.openHandles).toBe(0);
  });

  test("ends when its caller gives up, before and meanwhile", async () => {
    const { info, record } = waiting();
    const { reader } = setUp({ info });
    const before = await reader.info(path, { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ ok: false, error: { code: "aborted" } });
    expect(record.isTold).toBe(false);
    const abort = new AbortController();
    const meanwhile = reader.info(path, { signal: abort.signal });
    setImmediate(() => abort.abort());
    expect(await meanwhile).toMatchObject({ ok: false, error: { code: "aborted" } });
  });

  test("is a failure where there are no facts, and an answer without an info of the handler", async () => {
    const nothing = setUp({ info: () => Promise.resolve(null as unknown as HandlerInfo) });
    expect(await nothing.reader.info(path)).toMatchObject({ ok: false, error: { code: "handler-failed" } });
    expect(await setUp({}).reader.info(path)).toMatchObject({ ok: true, facts: {}, handler: "odd" });
  });
});
