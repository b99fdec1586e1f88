import { describe, expect, test } from "vitest";
import { ReadError } from "../../src/contract/errors.ts";
import { text } from "../../src/contract/events.ts";
import { defineHandler, type Handler, type HandlerContext } from "../../src/contract/handler.ts";
import { createReader } from "../../src/reader.ts";
import { renderText } from "../../src/render/render.ts";
import { memoryFileSystem } from "../files/workspace/memory.ts";
import { expectFailure } from "./support.ts";

const entries = { "/w/a.odd": "odd\n", "/w/b.even": "even\n", "/w/c.outer": "outer\n" };

interface Counted {
  readonly handler: Handler;
  /** How often it was asked to read a document. */
  reads(): number;
  /** Declares that one of its processes was no longer trusted. */
  condemn(): void;
}

/** A handler of the files whose name ends with its name. */
function counted(name: string, read: (context: HandlerContext) => ReturnType<Handler["read"]>): Counted {
  let [reads, condemned] = [0, 0];
  const definition = defineHandler({
    name,
    mediaTypes: [`text/x-${name}`],
    sniff: (_, file) => (file.endsWith(`.${name}`) ? `text/x-${name}` : undefined),
    read(_, context) {
      reads += 1;
      return read(context);
    },
  });
  const handler = Object.defineProperty({ ...definition }, "condemned", { get: () => condemned });
  return { handler, reads: () => reads, condemn: () => void (condemned += 1) };
}

function readerOf(...handlers: readonly Counted[]) {
  const fileSystem = memoryFileSystem({ workingDirectory: "/w", entries });
  return createReader({ fileSystem, handlers: handlers.map(({ handler }) => handler) });
}

async function* oneLine() {
  yield text("A line.\n");
}

describe("a document whose own fault ends it", () => {
  const failing = (fault: () => Error): Counted =>
    counted("odd", async function* () {
      yield text("A good line.\n");
      throw fault();
    });

  test.for(["corrupt", "encrypted", "unsupported-type", "too-large"] as const)(
    "is read once if that is %s, and answers the same each time",
    async (code) => {
      const odd = failing(() => new ReadError(code, "It cannot be read to its end.", { hint: "Send another." }));
      const reader = readerOf(odd);
      const first = await reader.read("a.odd");
      const second = await reader.read("a.odd");
      expect(expectFailure(first)).toMatchObject({ error: { code }, parts: [{ text: "A good line." }] });
      expect(renderText(second)).toBe(renderText(first));
      expect(odd.reads()).toBe(1);
    },
  );

  test("is read again after a fault that may pass", async () => {
    const odd = failing(() => new ReadError("out-of-resources", "Not now.", { hint: "Try again." }));
    const reader = readerOf(odd);
    for (let times = 0; times < 2; times += 1) expectFailure(await reader.read("a.odd"));
    expect(odd.reads()).toBe(2);
  });
});

test("the type of a document is detected once for all of its pages", async () => {
  let sniffs = 0;
  const odd = counted("odd", async function* () {
    yield text("one\ntwo\nthree\n");
  });
  const sniff: Handler["sniff"] = (_, name) => {
    sniffs += 1;
    return name.endsWith(".odd") ? "text/x-odd" : undefined;
  };
  const reader = readerOf({ ...odd, handler: { ...odd.handler, sniff } });
  for (const offset of [1, 2, 3]) await reader.read({ path: "a.odd", offset, limit: 1 });
  expect([odd.reads(), sniffs]).toEqual([1, 1]);
});

describe("when a process is condemned", () => {
  test("the documents of its handler are read again, and no others", async () => {
    const [odd, even] = [counted("odd", oneLine), counted("even", oneLine)];
    const reader = readerOf(odd, even);
    const readBoth = async () => [await reader.read("a.odd"), await reader.read("b.even")];
    await readBoth();
    odd.condemn();
    await readBoth();
    await readBoth();
    expect([odd.reads(), even.reads()]).toEqual([2, 1]);
  });

  test("so are the documents that hold a file which its handler read", async () => {
    const inner = counted("odd", oneLine);
    const bytes = new TextEncoder().encode("odd\n");
    const outer = counted("outer", (context) => context.nested("inner.odd", bytes));
    const reader = readerOf(inner, outer);
    await reader.read("c.outer");
    inner.condemn();
    await reader.read("c.outer");
    await reader.read("c.outer");
    expect([inner.reads(), outer.reads()]).toEqual([2, 2]);
  });
});
