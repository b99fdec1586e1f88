// The program of a child process. Creates handlers and runs them on documents. Never opens a file itself.

import type { Handler, HandlerEvent } from "@reader/core/handler";
import { createHandler } from "../channel/create-handler.ts";
import { packError } from "../channel/errors.ts";
import { type Frame, encodeHead } from "../channel/frame.ts";
import { MalformedEvent, packEvent } from "../channel/handler-output.ts";
import type {
  AnswerMessage,
  OpenMessage,
  PackedError,
  ParentMessage,
  StartMessage,
  StartOrder,
} from "../channel/messages.ts";
import { connect, createCalls, revive } from "./calls.ts";
import { createDirectLine, type DirectLine } from "./direct-line.ts";
import { createBuiltinWatch, harden } from "./harden.ts";
import { startWatchdog } from "./watchdog.ts";
import { remoteContext, type Line, remoteSource } from "./remote-context.ts";
import { createWindow, type Window } from "../channel/window.ts";

/** Services that all documents of this process share. */
interface ChildServices extends Line {
  readonly direct: DirectLine;
}

/** A document that is being read. */
interface RunningDocument {
  readonly window: Window;
  /** Aborts the handler's signal and stops asking it for events. */
  cancel(reason: Error): void;
  /** Resolves when the handler is done. Rejects with the handler's error. */
  readonly done: Promise<void>;
}

/** An output limit that was reached. */
class OutputLimit extends Error {
  readonly packed: PackedError;

  constructor(name: "maxOutputBytes" | "maxEventBytes", actual: number) {
    super(name);
    this.packed = { kind: "limit", name, actual };
  }
}

/** Starts reading or describing a document. */
function startDocument(open: OpenMessage, handler: Promise<Handler>, services: ChildServices): RunningDocument {
  const abort = new AbortController();
  const window = createWindow();
  const cancelled = new Promise<"cancelled">((resolve) => {
    abort.signal.addEventListener("abort", () => resolve("cancelled"), { once: true });
  });
  const job: Job = { open, services, window, signal: abort.signal, cancelled };
  const run = open.verb === "read" ? readEvents : sendDescription;
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

async function sendDescription(handler: Handler, job: Job): Promise<void> {
  const { open, services, cancelled } = job;
  const ask = open.verb === "outline" ? outline : describe;
  const description = await timed(job, () => Promise.race([ask(handler, job), cancelled]));
  if (description !== "cancelled")
    services.connection.send({ type: "description", document: open.document, description });
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

/** Taken before the handler's code runs: if a handler removed it, a slow document would never end. */
const { setImmediate } = globalThis;

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

const connection = connect(receive);
const calls = createCalls(connection);
const documents = new Map<number, RunningDocument>();
const handlers = new Map<string, Promise<Handler>>();
const builtins = createBuiltinWatch();
// Removes the argument, so that handlers do not see it.
const [order] = process.argv.splice(2);
let services = order === undefined ? undefined : start(JSON.parse(order) as StartOrder);

/** Handles a message. The parent is trusted, so messages are not checked. */
function receive({ head, tail }: Frame): void {
  const message = head as ParentMessage;
  if (message.type === "start") services = start(message);
  else if (services !== undefined) obey(message, tail, services);
}

function obey(message: Exclude<ParentMessage, StartMessage>, tail: Uint8Array, shop: ProgramServices): void {
  switch (message.type) {
    case "open":
      return void open(message, shop);
    case "credit":
      return documents.get(message.document)?.window.credit(message.events, message.bytes);
    case "cancel":
      return documents.get(message.document)?.cancel(revive(message.reason));
    case "answer":
      return answer(message, tail, shop);
    case "refuse":
      return calls.refuse(message.call, message.error);
  }
}

function answer({ call, value }: AnswerMessage, tail: Uint8Array, { direct }: ProgramServices): void {
  calls.answer(call, { value, tail: value.kind === "direct" ? direct.take(call) : tail });
}

/** Shared services of this process and the source of handlers. */
interface ProgramServices extends ChildServices {
  readonly module: string;
}

function start({ limits, module, addonFolders = [] }: StartOrder): ProgramServices {
  const watchdog = startWatchdog(limits.maxMemoryBytes);
  harden({ pipe: connection.handle, addonFolders });
  // Loads while the first document is on its way. An error is reported with that document.
  import(module).then(
    () => connection.send({ type: "ready" }),
    () => connection.send({ type: "ready" }),
  );
  return { calls, connection, limits, watchdog, module, direct: createDirectLine(calls) };
}

async function open(message: OpenMessage, shop: ProgramServices): Promise<void> {
  const { document, factory, killAfterMs } = message;
  const { watchdog, module } = shop;
  const key = JSON.stringify(factory);
  const handler = handlers.get(key) ?? createHandler(factory, module);
  handlers.set(key, handler);
  // What a handler's modules change while they load is the same for all documents.
  handler.then(
    () => builtins.begin(),
    () => undefined,
  );
  watchdog.begin(document, killAfterMs);
  try {
    const running = startDocument(message, handler, shop);
    documents.set(document, running);
    await running.done;
    finish(document, shop);
  } catch (error) {
    finish(document, shop, pack(error));
  }
}

function finish(document: number, { watchdog }: ProgramServices, error?: PackedError): void {
  documents.delete(document);
  watchdog.end(document);
  const isAltered = builtins.isAltered();
  const end = { type: "end" as const, document, rssBytes: process.memoryUsage.rss(), isAltered };
  connection.send(error === undefined ? end : { ...end, error });
}

function pack(error: unknown): PackedError {
  if (error instanceof OutputLimit) return error.packed;
  if (error instanceof MalformedEvent) return { kind: "malformed" };
  const call = calls.refusalOf(error);
  return call === undefined ? packError(error) : { kind: "relayed", call };
}
