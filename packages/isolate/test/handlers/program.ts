// A program that reads with isolated handlers, prints the number of the process that they run in, and then does as told.
import type { HandlerContext, HandlerEvent, Source } from "@reader/core/handler";
import { isolate } from "../../src/index.ts";

const bytes = new TextEncoder().encode("tells its process and goes on");
const source: Source = {
  path: "a",
  name: "a",
  size: bytes.length,
  sniff: { mediaType: "application/x-odd", by: "none" },
  head: () => Promise.resolve(bytes),
  bytes: () => Promise.resolve(bytes),
  slice: () => Promise.resolve(bytes),
  async *stream() {
    yield await Promise.resolve(bytes);
  },
};
const what = process.argv[2] ?? "";
const origin = { module: new URL("going-on.ts", import.meta.url).href, export: "goingOn", options: { what } };
const { handlers } = isolate([{ name: "going on", mediaTypes: [], origin }]);
const context = {
  view: "auto",
  capabilities: { name: "text" },
  budget: { documentTimeMs: 600_000, maxInputBytes: 1000 },
  signal: new AbortController().signal,
} as unknown as HandlerContext;

const iterator = handlers[0]?.read(source, context)[Symbol.asyncIterator]();
const step: IteratorResult<HandlerEvent, unknown> | undefined = await iterator?.next();
if (step?.done === false && step.value.type === "text") process.stdout.write(step.value.text);
if (what === "is idle") {
  await iterator?.next();
  setTimeout(() => undefined, 600_000);
} else if (what !== "leaves") {
  await iterator?.next();
}
