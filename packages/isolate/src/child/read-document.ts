import type { Handler, HandlerEvent } from "@reader/core/handler";
import { encodeHead } from "../channel/frame.ts";
import type { OpenMessage, PackedError } from "../channel/messages.ts";
import { packEvent } from "../channel/handler-output.ts";
import type { DirectLine } from "./direct-line.ts";
import { remoteContext, type Line } from "./remote-context.ts";
import { remoteSource } from "./remote-source.ts";
import { createWindow, type Window } from "./send-window.ts";

/** Services that all documents of this process share. */
export interface ChildServices extends Line {
  readonly direct: DirectLine;
}

/** A document that is being read. */
export interface RunningDocument {
  readonly window: Window;
  /** Aborts the handler's signal and stops asking it for events. */
  cancel(reason: Error): void;
  /** Resolves when the handler is done. Rejects with the handler's error. */
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

/** Starts reading or describing a document. */
export function startDocument(open: OpenMessage, handler: Promise<Handler>, services: ChildServices): RunningDocument {
  const abort = new AbortController();
  const window = createWindow();
  const cancelled = new Promise<"cancelled">((resolve) => {
    abort.signal.addEventListener("abort", () => resolve("cancelled"), { once: true });
  });
  const job: Job = { open, services, window, signal: abort.signal, cancelled };
  const run = open.verb === "read" ? readEvents : tell;
  return { window, cancel: (reason) => abort.abort(reason), done: handler.then((made) => run(made, job)) };
}

interface Job {
  readonly open: OpenMessage;
  readonly services: ChildServices;
  readonly window: Window;
  readonly signal: AbortSignal;
  readonly cancelled: Promise<"cancelled">;
}

async function readEvents(handler: Handler, job: Job): Promise<void> {
  const { open, services, window, signal, cancelled } = job;
  const context = remoteContext(open, services, signal);
  const iterator = handler.read(remoteSource(open, services), context)[Symbol.asyncIterator]();
  const yieldIfDue = createYielder();
  let skip = open.skip;
  try {
    while (!signal.aborted) {
      await Promise.race([window.room(), cancelled]);
      const step = await timed(job, () => Promise.race([iterator.next(), cancelled]));
      if (step === "cancelled" || step.done === true) break;
      if (skip > 0) skip -= 1;
      else sendEvent(job, step.value);
      await yieldIfDue();
    }
  } finally {
    await timed(job, async () => iterator.return?.());
  }
}

async function tell(handler: Handler, job: Job): Promise<void> {
  const { open, services, cancelled } = job;
  const ask = open.verb === "outline" ? outline : describe;
  const told = await timed(job, () => Promise.race([ask(handler, job), cancelled]));
  if (told !== "cancelled")
    services.connection.send({ type: "description", document: open.document, description: told });
}

async function describe(handler: Handler, { open, services, signal }: Job): Promise<unknown> {
  const context = remoteContext(open, services, signal);
  return (await handler.info?.(remoteSource(open, services), context)) ?? { extents: [], facts: {} };
}

async function outline(handler: Handler, { open, services, signal }: Job): Promise<unknown> {
  const context = remoteContext(open, services, signal);
  const budget = { ...context.budget, outlineTimeMs: leftOf(open) };
  return (await handler.outline?.(remoteSource(open, services), { ...context, budget })) ?? { entries: [] };
}

/** Returns the remaining time for an outline, in milliseconds, after the start of this process. */
function leftOf({ context, askedAt }: OpenMessage): number {
  return Math.max(0, context.budget.outlineTimeMs - Math.max(0, Date.now() - askedAt));
}

/** Runs a step of a handler under the watchdog. */
async function timed<Value>({ open, services }: Job, step: () => Promise<Value>): Promise<Value> {
  services.watchdog.begin(open.document, open.killAfterMs);
  try {
    return await step();
  } finally {
    services.watchdog.end(open.document);
  }
}

function sendEvent({ open, services, window }: Job, value: HandlerEvent): void {
  const { event, data } = packEvent(value);
  const { maxEventBytes, maxOutputBytes } = services.limits;
  const head = encodeHead({ type: "event", document: open.document, event }, data?.length);
  const size = head.length + (data?.length ?? 0);
  if (size > maxEventBytes) throw new OutputLimit("maxEventBytes", size);
  if (window.bytes + size > maxOutputBytes) throw new OutputLimit("maxOutputBytes", window.bytes + size);
  services.connection.write(head, data);
  window.sent(size);
}

/** Yields to the event loop after this time, so that an abort can arrive. */
const yieldAfterMs = 5;

function createYielder(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < yieldAfterMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now();
        resolve();
      });
    });
  };
}
