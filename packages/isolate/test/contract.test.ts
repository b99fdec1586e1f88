import { createReader, defaultBudget, ReadError, type Handler } from "@reader/core";
import { extent, text, type HandlerEvent } from "@reader/core/handler";
import { renderText } from "@reader/core/render";
import { memoryFileSystem, memorySource } from "@reader/testkit";
import { expect, test } from "vitest";
import { isolate, loadHandler } from "../src/index.ts";
import { contextWith, isolated, moduleOf, oddDescription, open, readAll, textOf } from "./support.ts";

test("a handler without an origin is refused", () => {
  const handler = { specVersion: 1 as const, name: "local", mediaTypes: [], async *read() {} };
  expect(() => isolate([handler])).toThrow(TypeError);
});

test("an isolated handler has the name, the types and the origin of the original, and what is asked here", async () => {
  const sniff = (): string => "application/x-odd";
  const annotate = (): Promise<readonly []> => Promise.resolve([]);
  const isolation = isolate([{ ...oddDescription, sniff, annotate }]);
  expect(isolation.handlers).toEqual([
    {
      specVersion: 1,
      name: "odd",
      mediaTypes: ["application/x-odd"],
      origin: oddDescription.origin,
      sniff,
      annotate,
      read: expect.any(Function) as unknown,
      info: expect.any(Function) as unknown,
      version: undefined,
      condemned: 0,
      freeIdle: expect.any(Function) as unknown,
    },
  ]);
  await isolation.close();
});

test("a handler without `info` has none when it is isolated", () => {
  const handler = {
    specVersion: 1 as const,
    name: "x",
    mediaTypes: [],
    origin: oddDescription.origin,
    async *read() {},
  };
  expect(isolate([handler]).handlers[0]).not.toHaveProperty("info");
});

test("the handler gets all of the source and the context", async () => {
  const handler = isolated(oddDescription, { maxInputBytes: 1000 });
  const given = {
    pages: [{ first: -3 }, { first: 2, last: 4 }, { label: "iv" }],
    select: "a!b",
    view: "image",
    password: "\u{1f511}",
    capabilities: { name: "text" },
  } as const;
  const { events } = await readAll(handler, "tells what it was given", contextWith(given));
  const budget = { ...defaultBudget, maxInputBytes: 1000 };
  const source = { path: "odd.bin", name: "odd.bin", size: 23, sniff: memorySource("x", new Uint8Array([65])).sniff };
  expect(JSON.parse(textOf({ events }))).toEqual({ ...source, ...given, budget, signal: false, nested: "function" });
});

test("every way to bytes gives the same bytes as without isolation", async () => {
  const handler = isolated(oddDescription);
  expect(textOf(await readAll(handler, "reads in every way"))).toBe("reads|in|reads in every way|every way");
});

test("a handler that cannot wait gets its bytes while it stands still", async () => {
  const { events, error } = await readAll(isolated(oddDescription), "reads without waiting");
  expect(error).toBeUndefined();
  expect(textOf({ events })).toBe("rea|ds |wit|hou|t w|ait|ing|0");
});

test("a source that fails while the handler stands still fails as it does", async () => {
  const handler = isolated(oddDescription);
  const fault = new ReadError("changed-while-reading", "It is gone.");
  const bytes = new TextEncoder().encode("reads without waiting");
  const source = { ...memorySource("odd.bin", bytes), slice: () => Promise.reject(fault) };
  const iterator = handler.read(source, contextWith())[Symbol.asyncIterator]();
  await expect(iterator.next()).rejects.toBe(fault);
});

test("slices end with the file, and a negative start is a fault of the handler", async () => {
  const { events, error } = await readAll(isolated(oddDescription), "asks outside the file");
  expect(textOf({ events })).toBe("16\n0\n");
  expect(error?.code).toBe("handler-failed");
});

test("more bytes at once than the limit are refused", async () => {
  const handler = isolated(oddDescription, { maxInputBytes: 10 });
  const { error } = await readAll(handler, "reads in every way");
  expect(error).toMatchObject({
    code: "too-large",
    details: { limit: { name: "maxInputBytes", value: 10, actual: 18 } },
  });
});

test("the error of a source comes back as it was thrown", async () => {
  const handler = isolated(oddDescription);
  const fault = new ReadError("changed-while-reading", "It is gone.");
  const source = { ...memorySource("odd.bin", new Uint8Array(5)), bytes: () => Promise.reject(fault) };
  const iterator = handler.read(source, contextWith())[Symbol.asyncIterator]();
  await expect(iterator.next()).rejects.toBe(fault);
});

test("a read error keeps its code, words, hint and details", async () => {
  const { error } = await readAll(isolated(oddDescription), "throws a read error");
  expect(error).toMatchObject({
    code: "corrupt",
    message: "Page 2 is damaged.",
    hint: "Get it again.",
    details: { line: 7, total: 2 },
  });
});

test("`info` gives what the handler tells", async () => {
  const handler = isolated(oddDescription);
  const info = (content: string): unknown =>
    handler.info?.(memorySource("odd.bin", new TextEncoder().encode(content)), contextWith());
  expect(await info("a title")).toEqual({
    extents: [extent("page", 3)],
    facts: { title: "a title", pages: [1, 2, { deep: true }] },
  });
  await expect(info("throws a read error")).rejects.toMatchObject({ code: "corrupt" });
  await expect(info("info makes no sense")).rejects.toMatchObject({ code: "handler-failed" });
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
});

test("options of an origin reach the factory", async () => {
  const origin = { module: moduleOf("odd"), export: "odd", options: { name: "renamed" } };
  expect((await loadHandler(origin, import.meta.url)).name).toBe("renamed");
});

test("a handler that is loaded in this process, and not installed, is reported as an isolated one is", async () => {
  const loading = loadHandler({ module: "@nobody/handler", export: "odd" }, import.meta.url);
  await expect(loading).rejects.toMatchObject({
    code: "unsupported-type",
    message: 'The handler "odd" needs the package @nobody/handler, which is not installed.',
    hint: "Ask the user to run `npm install @nobody/handler`, then read the file again.",
  });
});

test("a package of this project that is not installed may have been left out by npm", async () => {
  const loading = loadHandler({ module: "@reader/gone", export: "gone" }, import.meta.url);
  await expect(loading).rejects.toMatchObject({
    hint:
      "Ask the user to run `npm install @reader/gone` with Node.js 22.13 or newer (npm leaves out optional packages " +
      "without a message if its Node.js is older), then read the file again.",
  });
});

test.for([
  ["a module that is not there", { module: moduleOf("nothing"), export: "x" }, "handler-failed", "failed"],
  [
    "a package that is not installed",
    { module: "@nobody/handler", export: "x" },
    "unsupported-type",
    "npm install @nobody/handler",
  ],
  ["an export that is no function", { module: moduleOf("odd"), export: "nothing" }, "handler-failed", "nothing"],
] as const)("%s is a typed error", async ([, origin, code, words]) => {
  const { error } = await readAll(isolated({ ...oddDescription, origin }), "sound");
  expect(error?.code).toBe(code);
  expect(`${error?.message} ${error?.hint}`).toContain(words);
});

test.for([
  [undefined, /its `resolveFrom`\.$/],
  [import.meta.url, /then read the file again\.$/],
] as const)("a package that is not found from %s is told with what to do", async ([resolveFrom, hint]) => {
  const origin = { module: "@nobody/handler", export: "x" };
  const isolation = isolate([{ ...oddDescription, origin }], resolveFrom === undefined ? {} : { resolveFrom });
  const [handler] = isolation.handlers;
  if (handler === undefined) throw new Error("There is no handler.");
  const { error } = await readAll(handler, "sound");
  expect(error?.hint).toMatch(hint);
  await isolation.close();
});

test("a signal that was aborted before starts nothing", async () => {
  const signal = AbortSignal.abort(new ReadError("aborted", "Not wanted."));
  const { error } = await readAll(isolated(oddDescription), "sound", contextWith({ signal }));
  expect(error?.message).toBe("Not wanted.");
});

test.for([["honours its abort"], ["ignores its abort"]] as const)(
  "abort ends the read of a handler that %s, and the next read works",
  async ([name]) => {
    const handler = isolated(oddDescription);
    const abort = new AbortController();
    const iterator = open(handler, name, contextWith({ signal: abort.signal }));
    expect(await iterator.next()).toEqual({ done: false, value: text("before\n") });
    const next = iterator.next();
    abort.abort(new ReadError("timed-out", "Too late."));
    await expect(next).rejects.toMatchObject({ code: "timed-out", message: "Too late." });
    await iterator.return?.();
    expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
  },
);

test("a handler that asks on after its abort is refused, and its process kept", async () => {
  const handler = isolated(oddDescription, { hardKillAfterMs: 30_000 });
  const abort = new AbortController();
  const iterator = open(handler, "asks on after its abort", contextWith({ signal: abort.signal }));
  const first = textOf({ events: [(await iterator.next()).value as HandlerEvent] });
  abort.abort();
  await expect(iterator.next()).rejects.toMatchObject({ code: "aborted" });
  await iterator.return?.();
  expect(textOf(await readAll(handler, "tells its process"))).toBe(first);
});

test("a handler that asks on standing still is ended, and the next read works", async () => {
  const handler = isolated(oddDescription);
  const abort = new AbortController();
  const iterator = open(handler, "asks on without waiting", contextWith({ signal: abort.signal }));
  await iterator.next();
  abort.abort();
  await expect(iterator.next()).rejects.toMatchObject({ code: "aborted" });
  await iterator.return?.();
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
});

test("a process can be started before it is needed", async () => {
  const isolation = isolate([oddDescription]);
  isolation.prepare("odd");
  isolation.prepare("nobody");
  const [handler] = isolation.handlers;
  if (handler !== undefined) expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
  await isolation.close();
  expect.assertions(1);
});

test("a reader with isolated handlers pages through a document as with handlers of its own", async () => {
  const origin = { module: moduleOf("odd"), export: "odd" };
  const entries = { "/folder/pages.odd": "has twenty pages" };
  const sniff = (_head: Uint8Array, name: string): string | undefined =>
    name.endsWith(".odd") ? "application/x-odd" : undefined;
  const read = async (handlers: readonly Handler[]): Promise<readonly string[]> => {
    const reader = createReader({ handlers, roots: ["/folder"], fileSystem: memoryFileSystem({ entries }) });
    const answers: string[] = [];
    for (let next: unknown = { path: "pages.odd", limit: 7 }; next !== undefined;) {
      const outcome = await reader.read(next as { path: string });
      answers.push(renderText(outcome));
      next = outcome.ok ? outcome.next?.request : undefined;
    }
    await reader.close();
    return answers;
  };
  const original = { ...(await loadHandler(origin, import.meta.url)), sniff };
  const isolation = isolate([{ ...oddDescription, sniff }]);
  const answers = await read(isolation.handlers);
  expect(answers).toEqual(await read([original]));
  expect(answers).toHaveLength(3);
  await isolation.close();
});
