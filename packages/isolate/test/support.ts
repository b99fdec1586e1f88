import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { defaultBudget, ReadError, type Handler } from "@reader/core";
import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { memorySource, mockContext } from "@reader/testkit";
import { onTestFinished } from "vitest";
import { isolate, type HandlerDescription, type IsolateLimits } from "../src/index.ts";

// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { folderWith } from "../../testkit/test/support/folder-with.ts";
// @boundaries-ignore see above
import { builtChild } from "../../testkit/test/support/built-child.ts";

/**
 * The URL of a module of handlers beside this file, without its types. A child that must strip the types itself takes
 * twice as long to start, and some tests start a hundred.
 */
export function moduleOf(name: string): string {
  const source = new URL(`handlers/${name}.ts`, import.meta.url);
  if (!existsSync(source)) return source.href;
  const code = stripTypeScriptTypes(readFileSync(source, "utf8"));
  // Named by its content: a module that changed is a new file, and workers that write one at once write the same.
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const module = new URL(`../node_modules/.cache/reader/handlers/${hash}/${name}.js`, import.meta.url);
  if (!existsSync(module)) {
    mkdirSync(new URL(".", module), { recursive: true });
    const draft = new URL(`${module.href}.${process.pid}`);
    writeFileSync(draft, code);
    renameSync(draft, module);
  }
  return module.href;
}

/** What the parent knows of the odd handler. */
export const oddDescription: HandlerDescription = {
  name: "odd",
  mediaTypes: ["application/x-odd"],
  origin: { module: moduleOf("odd"), export: "odd" },
};

/** The built program of children, for tests that start many: from its sources a start takes twice the CPU time. */
export const childModule: string = builtChild(import.meta.url);

/** Limits that are reached soon, and not by a busy machine. */
export const smallLimits: Partial<IsolateLimits> = {
  // A process that rests with more than three quarters of this is replaced. From sources one takes up to 130 MB.
  maxMemoryBytes: 400_000_000,
  maxOutputBytes: 2_000_000,
  maxEventBytes: 1_000_000,
  hardKillAfterMs: 300,
  maxProcesses: 2,
};

/** Isolated handlers that end with the test. */
export function isolated(description: HandlerDescription, limits: Partial<IsolateLimits> = {}): Handler {
  const isolation = isolate([description], { childModule, limits: { ...smallLimits, ...limits } });
  onTestFinished(() => isolation.close());
  const [handler] = isolation.handlers;
  if (handler === undefined) throw new Error("no handler");
  return handler;
}

/** A context with a time limit for documents; more than any machine needs if none is given. */
export function contextWith(
  overrides: Partial<HandlerContext> = {},
  documentTimeMs: number = defaultBudget.documentTimeMs,
): HandlerContext {
  return mockContext({ budget: { ...defaultBudget, documentTimeMs }, ...overrides });
}

/** What became of a read. */
export interface Outcome {
  readonly events: readonly HandlerEvent[];
  readonly error: ReadError | undefined;
}

/** Starts the read of a file with this content. */
export function open(handler: Handler, content: string, context = contextWith()): AsyncIterator<HandlerEvent, void> {
  const bytes = new TextEncoder().encode(content);
  const iterator: AsyncIterator<HandlerEvent, void> = handler
    .read(memorySource("odd.bin", bytes), context)
    [Symbol.asyncIterator]();
  return iterator;
}

/** Reads a file to its end, whatever that is. */
export async function readAll(handler: Handler, content: string, context = contextWith()): Promise<Outcome> {
  const iterator = open(handler, content, context);
  const events: HandlerEvent[] = [];
  try {
    for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) events.push(step.value);
    return { events, error: undefined };
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    return { events, error };
  }
}

/** The text of events. */
export function textOf({ events }: Pick<Outcome, "events">): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}
