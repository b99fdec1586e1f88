// The program of a child process. Creates handlers and runs them on documents. Never opens a file itself.

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
import { createBuiltinWatch } from "./builtins.ts";
import { connect, createCalls, revive } from "./calls.ts";
import { createDirectLine } from "./direct-line.ts";
import { harden } from "./harden.ts";
import { OutputLimit, type RunningDocument, startDocument, type ChildServices } from "./read-document.ts";
import { startWatchdog } from "./watchdog.ts";

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
