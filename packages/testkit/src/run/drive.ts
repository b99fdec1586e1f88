import type { Handler } from "@reader/core";
import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { memorySource, type MemorySource } from "../memory/memory-source.ts";
import { mockContext } from "./mock-context.ts";

/** How a run of a handler ended. */
export type Ending =
  /** It finished. */
  | "done"
  /** It threw. */
  | "failed"
  /** It yielded nothing more and did not react to the abort signal. */
  | "hung"
  /** It yielded more events than any document has. */
  | "endless";

/** The result of a run. */
export interface Run {
  readonly ending: Ending;
  readonly events: readonly HandlerEvent[];
  /** The thrown value. */
  readonly error?: unknown;
  readonly source: MemorySource;
}

/** A run in progress. */
export interface Drive {
  readonly source: MemorySource;
  readonly abort: AbortController;
  readonly iterator: AsyncIterator<HandlerEvent>;
  /** Pulls further events, up to a limit. Default: all. */
  pull(limit?: number): Promise<Run>;
  /** Stops the handler like the core does. Resolves with whether it closed in time. */
  close(): Promise<boolean>;
}

/** Options of a run. */
export interface DriveOptions {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Maximum milliseconds until the next event, and then again until the handler reacts to the abort signal. */
  readonly graceMs: number;
  readonly context?: Partial<HandlerContext>;
  readonly isStalled?: boolean;
  readonly isAborted?: boolean;
}

/** Number of events from which a document counts as an endless loop. */
const maxEvents = 50_000;

/** Starts a handler under the control of a test. Waits for the time limit only if the handler does not settle. */
export function drive(handler: Handler, options: DriveOptions): Drive {
  const { name, bytes, graceMs, isStalled = false } = options;
  const abort = new AbortController();
  if (options.isAborted === true) abort.abort(new DOMException("The test gave up.", "AbortError"));
  const source = memorySource(name, bytes, { signal: abort.signal, isStalled });
  const context = mockContext({ ...options.context, signal: abort.signal });
  const iterator = handler.read(source, context)[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<HandlerEvent, unknown> | undefined> => {
    const step = iterator.next();
    const first = await within(step, graceMs);
    if (first !== undefined) return first.value;
    abort.abort(new DOMException("The test gave up.", "AbortError"));
    return (await within(step, graceMs))?.value;
  };
  return {
    source,
    abort,
    iterator,
    pull: (limit = maxEvents) => pullEvents(next, source, limit),
    close: async () => (await within(Promise.resolve(iterator.return?.()), graceMs)) !== undefined,
  };
}

/** Runs a handler to its end. */
export async function run(handler: Handler, options: DriveOptions): Promise<Run> {
  return drive(handler, options).pull();
}

type Next = () => Promise<IteratorResult<HandlerEvent, unknown> | undefined>;

async function pullEvents(next: Next, source: MemorySource, limit: number): Promise<Run> {
  const events: HandlerEvent[] = [];
  try {
    while (events.length < limit) {
      const step = await next();
      if (step === undefined) return { ending: "hung", events, source };
      if (step.done === true) return { ending: "done", events, source };
      events.push(step.value);
    }
  } catch (error) {
    return { ending: "failed", events, error, source };
  }
  return { ending: limit < maxEvents ? "done" : "endless", events, source };
}

/** Returns the value of a promise, or `undefined` if it does not settle in time. */
export async function within<Value>(
  promise: Promise<Value>,
  timeMs: number,
): Promise<{ readonly value: Value } | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeMs);
  });
  try {
    return await Promise.race([promise.then((value) => ({ value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
