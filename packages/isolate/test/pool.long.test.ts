import type { Handler } from "@reader/core";
import type { Canary, HandlerContext, HandlerEvent } from "@reader/core/handler";
import { memorySource } from "@reader/testkit";
import { expect, onTestFinished, test } from "vitest";
import { isolate, type HandlerDescription, type IsolateLimits } from "../src/index.ts";
import {
  childModule,
  contextWith,
  isolated,
  moduleOf,
  oddDescription,
  open,
  readAll,
  smallLimits,
  textOf,
} from "./support.ts";

async function textOfNext(iterator: AsyncIterator<HandlerEvent, void>): Promise<string> {
  const step = await iterator.next();
  return step.done === true ? "" : textOf({ events: [step.value] });
}

async function take(iterator: AsyncIterator<HandlerEvent, void>, count: number): Promise<string> {
  let content = "";
  for (let taken = 0; taken < count; taken += 1) content += await textOfNext(iterator);
  return content;
}

/** What a file of two hundred pages holds, whichever processes it was read in. */
function pages(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => `page ${first + index} of N\n`).join("");
}

function hideProcesses(content: string): string {
  return content.replaceAll(/of \d+/g, "of N");
}

function processesIn(content: string): number {
  return new Set(content.match(/of \d+/g)).size;
}

test("documents one after the other are read in one process", async () => {
  const handler = isolated(oddDescription);
  const first = textOf(await readAll(handler, "tells its process"));
  expect(textOf(await readAll(handler, "tells its process"))).toBe(first);
  expect(Number(first)).not.toBe(process.pid);
});

test("a process is replaced after so many documents", async () => {
  const handler = isolated(oddDescription, { maxDocuments: 3 });
  const seen: string[] = [];
  for (let count = 0; count < 7; count += 1) seen.push(textOf(await readAll(handler, "tells its process")));
  expect(new Set(seen).size).toBe(3);
});

test.for([
  ["throws an error", 2],
  ["throws a read error", 2],
  ["throws encrypted", 1],
] as const)("after a document that %s there were %i processes", async ([name, processes]) => {
  const handler = isolated(oddDescription);
  const before = textOf(await readAll(handler, "tells its process"));
  await readAll(handler, name);
  const after = textOf(await readAll(handler, "tells its process"));
  expect(new Set([before, after]).size).toBe(processes);
});

test.for([
  ["still reads right", "sound", 1],
  ["reads wrong", "something else", 2],
] as const)("after an error a process whose canary %s is kept or replaced", async ([, expected, processes]) => {
  const bytes = new TextEncoder().encode("sound");
  const canary = () => ({ name: "canary.odd", mediaType: "application/x-odd", bytes, text: expected });
  const handler = isolated({ ...oddDescription, canary }, { maxProcesses: 1 });
  const before = textOf(await readAll(handler, "tells its process"));
  await readAll(handler, "throws a read error");
  const after = textOf(await readAll(handler, "tells its process"));
  expect(new Set([before, after]).size).toBe(processes);
});

const oddCanary: Canary = {
  name: "canary.odd",
  mediaType: "application/x-odd",
  bytes: new TextEncoder().encode("sound"),
  text: "sound",
};

test.for<[string, () => Canary, number]>([
  ["gives the canary", () => oddCanary, 1],
  [
    "throws",
    () => {
      throw new Error("There is none.");
    },
    2,
  ],
])("after an error a process is kept or replaced as a function says that %s", async ([, canary, processes]) => {
  const handler = isolated({ ...oddDescription, canary }, { maxProcesses: 1 });
  const before = textOf(await readAll(handler, "tells its process"));
  await readAll(handler, "throws a read error");
  const after = textOf(await readAll(handler, "tells its process"));
  expect(new Set([before, after]).size).toBe(processes);
});

test("a document that fails in a process spoilt by another one goes on in a new one", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 1 });
  await readAll(handler, "spoils its process");
  expect(textOf(await readAll(handler, "reads right in a sound process only"))).toBe("first\nsecond\n");
});

test("a document whose process is held up by what an earlier one left goes on in a new one", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 1 });
  const first = Number(textOf(await readAll(handler, "loops after its end")));
  const second = Number(textOf(await readAll(handler, "tells its process")));
  expect(second).toBeGreaterThan(0);
  expect(second).not.toBe(first);
  expect(isAlive(first)).toBe(false);
});

test("a suspended document keeps no other waiting, and continues in its process", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 1 });
  const suspended = open(handler, "has two hundred pages");
  let content = await take(suspended, 3);
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
  content += await take(suspended, 300);
  expect(hideProcesses(content)).toBe(pages(1, 200));
  expect(processesIn(content)).toBe(1);
});

test("a suspended document survives the death of its process", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 1 });
  const suspended = open(handler, "has two hundred pages");
  let content = await take(suspended, 3);
  expect((await readAll(handler, "aborts")).error?.message).toContain("SIGABRT");
  content += await take(suspended, 300);
  expect(hideProcesses(content)).toBe(pages(1, 200));
  expect(processesIn(content)).toBe(2);
});

test("several suspended documents and one that is read through do not disturb each other", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 1 });
  const suspended = Array.from({ length: 6 }, () => open(handler, "has two hundred pages"));
  for (const each of suspended) expect(hideProcesses(await take(each, 2))).toBe(pages(1, 2));
  for (const each of suspended) expect(hideProcesses(await take(each, 300))).toBe(pages(3, 200));
});

test("a handler that is suspended is not asked for more than the window holds", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 1 });
  const endless = open(handler, "never ends");
  expect(await textOfNext(endless)).toBe("page 1\n");
  // It would fill this process, or keep its own, if nothing stopped it.
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
  expect(await take(endless, 100)).toContain("page 101\n");
  await endless.return?.();
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
});

test("documents at the same time share the processes that there may be", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 2 });
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => readAll(handler, "has two hundred pages")));
  for (const outcome of outcomes) expect(hideProcesses(textOf(outcome))).toBe(pages(1, 200));
  // On a busy machine a process may be silent for so long that it is replaced.
  expect(processesIn(outcomes.map(textOf).join(""))).toBeLessThanOrEqual(2 + (handler.condemned ?? 0));
});

test("of documents at the same time only those fail that are to blame", async () => {
  const handler = isolated(oddDescription, { maxProcesses: 2 });
  const names = [
    "sound",
    "aborts",
    "has two hundred pages",
    "exits",
    "sound",
    "throws an error",
    "has two hundred pages",
  ];
  const outcomes = await Promise.all(names.map((name) => readAll(handler, name)));
  expect(outcomes.map(({ error }) => error?.code ?? "read")).toEqual([
    "read",
    "handler-failed",
    "read",
    "handler-failed",
    "read",
    "handler-failed",
    "read",
  ]);
});

/** Another family of the same handlers. */
const otherDescription: HandlerDescription = {
  name: "other",
  mediaTypes: ["application/x-other"],
  origin: { module: `${moduleOf("odd")}?other`, export: "odd" },
};

test.for([
  [1, 4],
  [2, 2],
] as const)(
  "two kinds of files read in turn, %i processes kept, take %i processes in all",
  async ([maxKeptProcesses, expected]) => {
    const isolation = isolate([oddDescription, otherDescription], {
      childModule,
      limits: { ...smallLimits, maxProcesses: 1, maxKeptProcesses },
    });
    onTestFinished(() => isolation.close());
    const [one, other] = isolation.handlers as [Handler, Handler];
    const seen: string[] = [];
    for (const handler of [one, other, one, other]) seen.push(textOf(await readAll(handler, "tells its process")));
    expect(new Set(seen).size).toBe(expected);
  },
);

test("no more processes work at once than may, however many are kept", async () => {
  const isolation = isolate([oddDescription, otherDescription], {
    childModule,
    limits: { ...smallLimits, maxProcesses: 1, maxKeptProcesses: 4 },
  });
  onTestFinished(() => isolation.close());
  const handlers = [...isolation.handlers, ...isolation.handlers, ...isolation.handlers];
  const outcomes = await Promise.all(handlers.map((handler) => readAll(handler, "tells its process")));
  const processes = outcomes.map((outcome) => textOf(outcome));
  for (const each of processes) expect(each).toMatch(/^\d+\n$/);
  expect(new Set(processes).size).toBe(2);
});

/** Two families, each of which reads what lies inside the other's files. */
function families(limits: Partial<IsolateLimits>): (content: string) => Promise<string> {
  const isolation = isolate([oddDescription, otherDescription], { childModule, limits: { ...smallLimits, ...limits } });
  onTestFinished(() => isolation.close());
  const context = (depth: number): HandlerContext =>
    contextWith({
      nested(name, bytes) {
        const handler = isolation.handlers[depth % 2];
        if (handler === undefined) throw new Error("no handler");
        return handler.read(memorySource(name, bytes), context(depth + 1));
      },
    });
  return async (content) => {
    const [handler] = isolation.handlers;
    if (handler === undefined) throw new Error("no handler");
    const outcome = await readAll(handler, content, context(1));
    return textOf(outcome) + (outcome.error?.code ?? "");
  };
}

test("a file inside a file is read by another handler, even where there may be one process", async () => {
  const read = families({ maxProcesses: 1 });
  const [one, two] = (await read("reads what is inside")).trim().split("\n");
  expect(one).toMatch(/^\d+$/);
  expect(two).toBe(one);
});

test("an error inside can be caught, and comes out as it went in", async () => {
  expect(await families({ maxProcesses: 1 })("reads the broken inside")).toBe("before\ncaught corrupt\ncorrupt");
});

test.for([1, 2])(
  "an error inside comes out as it went in where the same handler reads both, in at most %i processes",
  async (maxProcesses) => {
    const handler = isolated(oddDescription, { maxProcesses });
    const context: HandlerContext = contextWith({
      nested: (name, bytes) => handler.read(memorySource(name, bytes), context),
    });
    const outcome = await readAll(handler, "reads the broken inside", context);
    expect([textOf(outcome), outcome.error?.code]).toEqual(["before\ncaught corrupt\n", "corrupt"]);
  },
);

test("many files with files inside at the same time do not wait for each other for ever", async () => {
  const read = families({ maxProcesses: 2 });
  const contents = await Promise.all(Array.from({ length: 8 }, () => read("reads what is inside")));
  for (const content of contents) expect(content).toMatch(/^\d+\n\d+\n$/);
});

test("a process without work is ended after a while, and the next read starts one", async () => {
  const handler = isolated(oddDescription, { idleMs: 1 });
  const first = Number(textOf(await readAll(handler, "tells its process")));
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(Number(textOf(await readAll(handler, "tells its process")))).not.toBe(first);
});

test("closing ends every process, and a later read starts a new one", async () => {
  const isolation = isolate([oddDescription], { childModule, limits: smallLimits });
  const [handler] = isolation.handlers;
  if (handler === undefined) throw new Error("no handler");
  const first = Number(textOf(await readAll(handler, "tells its process")));
  expect(isAlive(first)).toBe(true);
  await isolation.close();
  expect(isAlive(first)).toBe(false);
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
  await isolation.close();
});

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
