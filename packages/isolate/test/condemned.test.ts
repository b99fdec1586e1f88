import { createReader, createSession, type ReadOutcome } from "@reader/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type HandlerDescription, isolate } from "../src/index.ts";
import { poisoning } from "./handlers/poisoning.ts";
import { folderWith, moduleOf } from "./support.ts";

function readerWith(limits: { readonly maxDocuments?: number } = {}) {
  const root = folderWith({
    "bad.poisoning": "take over",
    "good.poisoning": "the truth",
    "deadly.poisoning": "die",
    "replacing.poisoning": "replace",
  });
  const isolation = isolate([poisoning()], { limits: { maxProcesses: 1, ...limits } });
  const reader = createReader({ roots: [root], handlers: isolation.handlers });
  onTestFinished(async () => {
    await reader.close();
    await isolation.close();
  });
  return { reader, handler: isolation.handlers[0] };
}

function textOf(outcome: ReadOutcome): string {
  return outcome.ok ? outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
}

test("nothing that a process gave before it was condemned answers a later read", async () => {
  const { reader, handler } = readerWith();
  const session = createSession();
  const readGood = async (): Promise<string> => textOf(await reader.read("good.poisoning"));
  await reader.read("bad.poisoning");
  // Nothing shows that this process lies, and its answers are kept.
  expect(await readGood()).toBe("a lie");
  expect(textOf(await reader.read("good.poisoning", { session }))).toBe("a lie");
  expect(await reader.read("good.poisoning", { session })).toMatchObject({ status: "unchanged" });
  expect(JSON.stringify(await reader.read({ path: "good.poisoning", view: "outline" }))).toContain("a lie");
  expect(handler?.condemned).toBe(0);
  await reader.read("deadly.poisoning");
  expect(handler?.condemned).toBe(1);
  expect(await readGood()).toBe("the truth");
  expect(textOf(await reader.read("good.poisoning", { session }))).toBe("the truth");
  expect(JSON.stringify(await reader.read({ path: "good.poisoning", view: "outline" }))).toContain("the truth");
});

test("what a process gave that was only not needed any more is kept", async () => {
  const { reader, handler } = readerWith();
  await reader.read("bad.poisoning");
  expect(textOf(await reader.read("good.poisoning"))).toBe("a lie");
  expect(handler?.freeIdle?.()).toBe(true);
  expect(handler?.condemned).toBe(0);
  // The same answer, from what is kept: a new process would tell the truth.
  expect(textOf(await reader.read("good.poisoning"))).toBe("a lie");
});

test("a process in which a handler replaced a function of Node reads no other document", async () => {
  const { reader, handler } = readerWith();
  expect(textOf(await reader.read("good.poisoning"))).toBe("the truth");
  expect(handler?.condemned).toBe(0);
  expect(textOf(await reader.read("replacing.poisoning"))).toBe("replace");
  await expect.poll(() => handler?.condemned).toBe(1);
});

test("with one document for each process no document answers for another", async () => {
  const { reader } = readerWith({ maxDocuments: 1 });
  await reader.read("bad.poisoning");
  expect(textOf(await reader.read("good.poisoning"))).toBe("the truth");
});

describe("two handlers", () => {
  /** A handler of the same code for other files. It has its own processes if its module is another file. */
  const second = (module: string): HandlerDescription => ({
    name: "second",
    mediaTypes: ["application/x-second"],
    origin: { module, export: "poisoning" },
    sniff: (_, name) => (name.endsWith(".second") ? "application/x-second" : undefined),
  });

  function readerOfTwo(module: string) {
    const words = { "bad.second": "take over", "good.second": "the truth", "deadly.poisoning": "die" };
    const root = folderWith({ ...words, "bad.poisoning": "take over" });
    const isolation = isolate([poisoning(), second(module)], { limits: { maxProcesses: 1 } });
    const reader = createReader({ roots: [root], handlers: isolation.handlers });
    onTestFinished(async () => {
      await reader.close();
      await isolation.close();
    });
    const condemned = () => isolation.handlers.map((handler) => handler.condemned);
    return { read: async (path: string) => textOf(await reader.read(path)), condemned };
  }

  test("of one module share their processes, and each counts those that end after its first document", async () => {
    const { read, condemned } = readerOfTwo(new URL("handlers/poisoning.ts", import.meta.url).href);
    await read("deadly.poisoning");
    expect(condemned()).toEqual([1, 0]);
    expect(await read("good.second")).toBe("the truth");
    expect(condemned()).toEqual([1, 0]);
    await read("bad.poisoning");
    // The same answer, from what is kept: the process that is taken over would lie.
    expect(await read("good.second")).toBe("the truth");
    await read("deadly.poisoning");
    expect(condemned()).toEqual([2, 1]);
  });

  test("of two modules keep their documents when a process of the other one is condemned", async () => {
    const { read, condemned } = readerOfTwo(moduleOf("poisoning"));
    expect(await read("good.second")).toBe("the truth");
    await read("deadly.poisoning");
    expect(condemned()).toEqual([1, 0]);
    await read("bad.second");
    expect(await read("good.second")).toBe("the truth");
  });
});
