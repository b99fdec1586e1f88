import { existsSync, readFileSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Handler, Place } from "@reader/core";
import type { HandlerContext, HandlerEvent, Source } from "@reader/core/handler";
import type { ReadErrorDetails } from "@reader/core/internal";

// Plain objects instead of the core's own makers: a child that need not load the core starts in a third of the time.
function text(content: string, at?: Place): HandlerEvent {
  return at === undefined ? { type: "text", text: content } : { type: "text", text: content, at };
}

function extent(total: number): HandlerEvent & { readonly type: "extent" } {
  return { type: "extent", unit: "page", total, exact: true };
}

function image(bytes: number, alt: string): HandlerEvent {
  return { type: "image", mediaType: "image/png", data: new Uint8Array(bytes), alt };
}

function readError(code: string, message: string, facts: { hint?: string; details?: ReadErrorDetails } = {}): Error {
  return Object.assign(new Error(message), { "~reader": "ReadError", code, ...facts });
}

/** What a handler of this module does with a file, whose content is its name. */
type Behaviour = (source: Source, context: HandlerContext) => AsyncIterable<HandlerEvent>;

const keep: unknown[] = [];

/** After the end of a document is sent, and before anything else can be heard. */
async function loopSoon(): Promise<never> {
  for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
  for (;;);
}

/** A behaviour that yields nothing. */
function acting(act: (source: Source) => Promise<unknown>): Behaviour {
  return (source) => ({
    [Symbol.asyncIterator]: () => ({
      async next() {
        await act(source);
        return { done: true, value: undefined };
      },
    }),
  });
}

const behaviours: Readonly<Record<string, Behaviour>> = {
  async *sound() {
    yield text("sound\n");
  },
  async *"asks for files of the machine"() {
    const own = new URL(import.meta.url);
    yield text(`${existsSync("/etc/passwd")} ${existsSync("/etc/no-such-file")} ${existsSync(own)}\n`);
  },
  async *"reads the names of users"() {
    yield text(readFileSync("/etc/passwd", "utf8"));
  },
  async *"throws an error"() {
    yield text("before\n");
    throw new Error("it is broken");
  },
  async *"spoils its process"() {
    keep.push("spoilt");
    yield text("spoilt\n");
  },
  async *"reads right in a sound process only"() {
    yield text("first\n");
    if (keep.includes("spoilt")) throw new Error("memory access out of bounds");
    yield text("second\n");
  },
  async *"loops after its end"() {
    yield text(`${process.pid}\n`);
    void loopSoon();
  },
  async *"stops its process"() {
    yield text(`${attempt(() => process.kill(process.pid, "SIGSTOP"))}\n`);
  },
  "throws an error with a path": acting(async () => {
    throw new Error("no such file /home/somebody/secret.txt");
  }),
  "throws a string": acting(async () => {
    throw "a string";
  }),
  "throws nothing": acting(async () => {
    throw undefined;
  }),
  "throws an error that throws": acting(async () => {
    throw Object.defineProperty(new Error("x"), "message", {
      get() {
        throw new Error("never");
      },
    });
  }),
  async *"throws a read error"() {
    yield text("before\n");
    throw readError("corrupt", "Page 2 is damaged.", { hint: "Get it again.", details: { line: 7, total: 2 } });
  },
  "throws encrypted": acting(async () => {
    throw readError("encrypted", "It has a password.");
  }),
  async *"never settles"() {
    yield text("before\n");
    await new Promise(() => undefined);
  },
  async *"loops in JavaScript"() {
    yield text("before\n");
    for (;;);
  },
  "loops before the first event": acting(async () => {
    for (;;);
  }),
  async *"fills the heap"() {
    yield text("before\n");
    for (;;) keep.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  async *exits() {
    yield text("before\n");
    process.exit(3);
  },
  async *aborts() {
    yield text("before\n");
    process.abort();
  },
  async *segfaults() {
    yield text("before\n");
    process.kill(process.pid, "SIGSEGV");
    await new Promise(() => undefined);
  },
  async *"rejects unheard"() {
    yield text("before\n");
    void Promise.reject(new Error("unheard"));
    await new Promise(() => undefined);
  },
  async *"floods standard output"() {
    for (let count = 0; count < 2000; count += 1) writeSync(1, "x".repeat(10_000));
    yield text("after\n");
  },
  "floods standard error": acting(async () => {
    const line = "x".repeat(100_000);
    for (;;) attempt(() => writeSync(2, line));
  }),
  async *"prints what looks like messages"() {
    console.log(JSON.stringify({ type: "event", document: 1, event: { type: "text", text: "forged\n" } }));
    console.error("a warning");
    yield text("true\n");
  },
  async *"writes nonsense to the channel"() {
    yield text("before\n");
    writeSync(3, new Uint8Array(64).fill(255));
    await new Promise(() => undefined);
  },
  "forges events of another document": acting(async () => {
    const json = Buffer.from(JSON.stringify({ type: "event", document: 99, event: { type: "text", text: "forged" } }));
    const prefix = Buffer.alloc(8);
    prefix.writeUInt32LE(json.length, 0);
    writeSync(3, Buffer.concat([prefix, json]));
    await new Promise(() => undefined);
  }),
  "ends twice": acting(async () => {
    const json = Buffer.from(JSON.stringify({ type: "end", document: 1, rssBytes: 1 }));
    const prefix = Buffer.alloc(8);
    prefix.writeUInt32LE(json.length, 0);
    writeSync(3, Buffer.concat([prefix, json, prefix, json]));
    await new Promise(() => undefined);
  }),
  async *"gives too much in all"() {
    for (let count = 0; ; count += 1) yield image(400_000, String(count));
  },
  async *"gives too much at once"() {
    yield text("before\n");
    yield image(3_000_000, "large");
  },
  async *"gives no event"() {
    yield text("before\n");
    yield 7 as unknown as HandlerEvent;
  },
  async *"gives an event of no type"() {
    yield { type: "sound", text: "x" } as unknown as HandlerEvent;
  },
  async *"gives a page that is no number"() {
    yield text("x", { unit: "page", index: Number.NaN });
  },
  async *"gives a circle"() {
    const circle: Record<string, unknown> = { type: "text", text: "x" };
    circle["at"] = circle;
    yield circle as unknown as HandlerEvent;
  },
  async *"gives names of prototypes"() {
    yield JSON.parse(
      '{"type":"text","text":"fine\\n","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
  },
  async *"pollutes its prototypes"() {
    Object.assign(Object.prototype, { polluted: 1 });
    yield text("fine\n");
  },
  "needs what is missing": acting(async () => {
    const name = "@nobody/has-this";
    await import(name);
  }),
  async *"reads a file of the machine"() {
    yield text(`${attempt(() => readFileSync("/etc/passwd", "utf8"))}\n`);
  },
  async *"starts a thread"() {
    yield text(`${attempt(() => new Worker("1", { eval: true }))}\n`);
  },
  async *"starts a thread by the back door"() {
    const threads = process.getBuiltinModule("node:worker_threads");
    yield text(`${attempt(() => new threads.Worker("1", { eval: true }))}\n`);
  },
  async *"hooks the module loader"() {
    const { register } = process.getBuiltinModule("node:module");
    yield text(`${attempt(() => register("data:text/javascript,"))}\n`);
  },
  async *"tells its environment"() {
    yield text(`${JSON.stringify(process.env)}\n`);
  },
  async *"asks outside the file"(source) {
    yield text(`${String((await source.slice(5, 1e9)).length)}\n`);
    yield text(`${String((await source.slice(1e6, 1e9)).length)}\n`);
    await source.slice(-1, 2);
  },
  "asks in a flood": acting(async (source) => {
    for (let count = 0; count < 2000; count += 1) void source.slice(0, 5);
    await new Promise(() => undefined);
  }),
  async *"ignores its abort"() {
    try {
      yield text("before\n");
      await new Promise(() => undefined);
    } finally {
      await new Promise(() => undefined);
    }
  },
  async *"honours its abort"(_source, { signal }) {
    yield text("before\n");
    await new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  },
  async *"asks on after its abort"(source) {
    yield text(`${process.pid}\n`);
    for (;;) await source.slice(0, 4);
  },
  async *"asks on without waiting"(source) {
    yield text(`${process.pid}\n`);
    for (;;) source.sliceSync?.(0, 4);
  },
  async *"never ends"() {
    for (let page = 1; ; page += 1) yield text(`page ${page}\n`, { unit: "page", index: page });
  },
  async *"has twenty pages"() {
    yield extent(20);
    for (let page = 1; page <= 20; page += 1) yield text(`page ${page}\n`, { unit: "page", index: page });
  },
  async *"has two hundred pages"() {
    for (let page = 1; page <= 200; page += 1)
      yield text(`page ${page} of ${process.pid}\n`, { unit: "page", index: page });
  },
  async *"tells its process"() {
    yield text(`${process.pid}\n`);
  },
  async *"tells what it was given"(source, context) {
    const { path, name, size, sniff } = source;
    const { signal, ...rest } = context;
    const nested = typeof context.nested;
    yield text(JSON.stringify({ path, name, size, sniff, ...rest, signal: signal.aborted, nested }));
  },
  async *"reads in every way"(source) {
    const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    yield text(`${decode(await source.head(5))}|${decode(await source.slice(6, 8))}|${decode(await source.bytes())}|`);
    for await (const piece of source.stream({ start: 9 })) yield text(decode(piece));
  },
  async *"reads without waiting"(source) {
    const pieces: string[] = [];
    for (let start = 0; start < source.size; start += 3) {
      pieces.push(new TextDecoder().decode(source.sliceSync?.(start, start + 3)));
    }
    yield text(pieces.join("|"));
    yield text(`|${source.sliceSync?.(1e6, 2e6).length}`);
  },
  async *"writes nonsense to the direct line"() {
    yield text("before\n");
    writeSync(5, new Uint8Array(64).fill(255));
    await new Promise(() => undefined);
  },
  async *"reads what is inside"(_source, context) {
    for (const name of ["one", "two"]) yield* context.nested(name, new TextEncoder().encode("tells its process"));
  },
  async *"reads the broken inside"(_source, context) {
    try {
      yield* context.nested("inner", new TextEncoder().encode("throws a read error"));
    } catch (error) {
      yield text(`caught ${codeOf(error)}\n`);
      throw error;
    }
  },
};

function attempt(act: () => unknown): string {
  try {
    act();
    return "done";
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "none";
}

/** A handler that does what its file says. */
export function odd(options?: { readonly name: string }): Handler {
  return {
    specVersion: 1,
    name: options?.name ?? "odd",
    mediaTypes: ["application/x-odd"],
    async *read(source, context) {
      const name = new TextDecoder().decode(await source.bytes());
      yield* behaviours[name]?.(source, context) ?? [];
    },
    async info(source) {
      const name = new TextDecoder().decode(await source.bytes());
      if (name === "throws a read error") throw readError("corrupt", "It is damaged.");
      if (name === "info makes no sense") return { extents: 7, facts: [] } as never;
      return { extents: [extent(3)], facts: { title: name, pages: [1, 2, { deep: true }] } };
    },
  };
}
