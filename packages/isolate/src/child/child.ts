// The program of a child process: makes handlers, runs them on documents, and never opens a file of its own accord.

import type { Handler } from "@reader/core/handler";
import { createHandler } from "../channel/create-handler.ts";
import { packError } from "../channel/errors.ts";
import type { Frame } from "../channel/frame.ts";
import { MalformedEvent } from "../channel/handler-output.ts";
import type {
  AnswerMessage,
  OpenMessage,
  PackedError,
  ParentMessage,
  StartMessage,
  StartOrder,
} from "../channel/messages.ts";
import { connect, createCalls, revive } from "./calls.ts";
import { createDirectLine } from "./direct-line.ts";
import { lockDoors } from "./harden.ts";
import { OutputLimit, type RunningDocument, startDocument, type Workshop } from "./read-document.ts";
import { startWatchdog } from "./watchdog.ts";

const connection = connect(receive);
const calls = createCalls(connection);
const documents = new Map<number, RunningDocument>();
const handlers = new Map<string, Promise<Handler>>();
// What only this program is told is no business of what it runs.
const [order] = process.argv.splice(2);
let workshop = order === undefined ? undefined : start(JSON.parse(order) as StartOrder);

/** The parent is trusted: what it sends is what it says. */
function receive({ head, tail }: Frame): void {
  const message = head as ParentMessage;
  if (message.type === "start") workshop = start(message);
  else if (workshop !== undefined) obey(message, tail, workshop);
}

function obey(message: Exclude<ParentMessage, StartMessage>, tail: Uint8Array, shop: ChildWorkshop): void {
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

function answer({ call, value }: AnswerMessage, tail: Uint8Array, { direct }: ChildWorkshop): void {
  calls.answer(call, { value, tail: value.kind === "direct" ? direct.take(call) : tail });
}

/** What documents are worked on with, and where handlers come from. */
interface ChildWorkshop extends Workshop {
  readonly module: string;
}

function start({ limits, module, addonFolders = [] }: StartOrder): ChildWorkshop {
  const watchdog = startWatchdog(limits.maxMemoryBytes);
  lockDoors({ pipe: connection.handle, addonFolders });
  // Loaded while the first document is on its way; a fault comes back with that document.
  import(module).then(
    () => connection.send({ type: "ready" }),
    () => connection.send({ type: "ready" }),
  );
  return { calls, connection, limits, watchdog, module, direct: createDirectLine(calls) };
}

async function open(message: OpenMessage, shop: ChildWorkshop): Promise<void> {
  const { document, factory, killAfterMs } = message;
  const { watchdog, module } = shop;
  const key = JSON.stringify(factory);
  const handler = handlers.get(key) ?? createHandler(factory, module);
  handlers.set(key, handler);
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

function finish(document: number, { watchdog }: ChildWorkshop, error?: PackedError): void {
  documents.delete(document);
  watchdog.end(document);
  const end = { type: "end" as const, document, rssBytes: process.memoryUsage.rss() };
  connection.send(error === undefined ? end : { ...end, error });
}

function pack(error: unknown): PackedError {
  if (error instanceof OutputLimit) return error.packed;
  if (error instanceof MalformedEvent) return { kind: "malformed" };
  const call = calls.refusalOf(error);
  return call === undefined ? packError(error) : { kind: "relayed", call };
}
