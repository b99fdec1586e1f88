import type { Handler, HandlerEvent } from "@reader/core/handler";
import { encodeHead } from "../channel/frame.ts";
import type { OpenMessage, PackedError } from "../channel/messages.ts";
import { packEvent } from "../channel/handler-output.ts";
import type { DirectLine } from "./direct-line.ts";
import { remoteContext, type Line } from "./remote-context.ts";
import { remoteSource } from "./remote-source.ts";
import { createWindow, type Window } from "./window.ts";

/** What every document of this process works with. */
export interface Workshop extends Line {
  readonly direct: DirectLine;
}

/** A document under way. */
export interface RunningDocument {
  readonly window: Window;
  /** Aborts the handler's signal and stops asking it for events. */
  cancel(reason: Error): void;
  /** Resolves when the handler is done with it; rejects with what it threw. */
  readonly done: Promise<void>;
}

/** An output limit that was reached. */
export class OutputLimit extends Error {
  readonly packed: PackedError;

  constructor(name: "maxOutputBytes" | "maxEventBytes", actual: number) {
    super(name);
    this.packed = { kind: "limit", name, actual };
  }
}

/** Starts to read or to describe a document. */
export function startDocument(open: OpenMessage, handler: Promise<Handler>, workshop: Workshop): RunningDocument {
  const abort = new AbortController();
  const window = createWindow();
  const cancelled = new Promise<"cancelled">((resolve) => {
    abort.signal.addEventListener("abort", () => resolve("cancelled"), { once: true });
  });
  const job: Job = { open, workshop, window, signal: abort.signal, cancelled };
  const run = open.verb === "read" ? readEvents : tell;
  return { window, cancel: (reason) => abort.abort(reason), done: handler.then((made) => run(made, job)) };
}

interface Job {
  readonly open: OpenMessage;
  readonly workshop: Workshop;
  readonly window: Window;
  readonly signal: AbortSignal;
  readonly cancelled: Promise<"cancelled">;
}

async function readEvents(handler: Handler, job: Job): Promise<void> {
  const { open, workshop, window, signal, cancelled } = job;
  const context = remoteContext(open, workshop, signal);
  const iterator = handler.read(remoteSource(open, workshop), context)[Symbol.asyncIterator]();
  const breathe = createBreather();
  let skip = open.skip;
  try {
    while (!signal.aborted) {
      await Promise.race([window.room(), cancelled]);
      const step = await timed(job, () => Promise.race([iterator.next(), cancelled]));
      if (step === "cancelled" || step.done === true) break;
      if (skip > 0) skip -= 1;
      else sendEvent(job, step.value);
      await breathe();
    }
  } finally {
    await timed(job, async () => iterator.return?.());
  }
}

async function tell(handler: Handler, job: Job): Promise<void> {
  const { open, workshop, cancelled } = job;
  const ask = open.verb === "outline" ? outline : describe;
  const told = await timed(job, () => Promise.race([ask(handler, job), cancelled]));
  if (told !== "cancelled") workshop.connection.send({ type: "told", document: open.document, told });
}

async function describe(handler: Handler, { open, workshop, signal }: Job): Promise<unknown> {
  const context = remoteContext(open, workshop, signal);
  return (await handler.info?.(remoteSource(open, workshop), context)) ?? { extents: [], facts: {} };
}

async function outline(handler: Handler, { open, workshop, signal }: Job): Promise<unknown> {
  const context = remoteContext(open, workshop, signal);
  const budget = { ...context.budget, outlineTimeMs: leftOf(open) };
  return (await handler.outline?.(remoteSource(open, workshop), { ...context, budget })) ?? { entries: [] };
}

/** Milliseconds for an outline that did not pass while this process started. */
function leftOf({ context, askedAt }: OpenMessage): number {
  return Math.max(0, context.budget.outlineTimeMs - Math.max(0, Date.now() - askedAt));
}

/** Every step of a handler runs under the watchdog's eyes. */
async function timed<Value>({ open, workshop }: Job, step: () => Promise<Value>): Promise<Value> {
  workshop.watchdog.begin(open.document, open.killAfterMs);
  try {
    return await step();
  } finally {
    workshop.watchdog.end(open.document);
  }
}

function sendEvent({ open, workshop, window }: Job, value: HandlerEvent): void {
  const { event, data } = packEvent(value);
  const { maxEventBytes, maxOutputBytes } = workshop.limits;
  const head = encodeHead({ type: "event", document: open.document, event }, data?.length);
  const size = head.length + (data?.length ?? 0);
  if (size > maxEventBytes) throw new OutputLimit("maxEventBytes", size);
  if (window.bytes + size > maxOutputBytes) throw new OutputLimit("maxOutputBytes", window.bytes + size);
  workshop.connection.write(head, data);
  window.sent(size);
}

/** After so long without a turn of the event loop, one is taken: that is how news of an abort comes in. */
const breathAfterMs = 5;

function createBreather(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < breathAfterMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now();
        resolve();
      });
    });
  };
}
