import { createConversion, type Conversion } from "../documents/conversion.ts";
import type { HandlerEvent } from "../events.ts";
import type { Handler } from "../handler.ts";
import { eventSupply } from "../lines/event-supply.ts";
import { startDeadline } from "../lines/deadline.ts";
import type { ReadResult } from "../result.ts";
import { fileSource } from "../source/file-source.ts";
import type { Sniff } from "../source/source.ts";
import type { OpenedFile } from "../workspace/workspace.ts";
import type { Call } from "./call.ts";
import { createContext } from "./context.ts";
import { finishRead } from "./finish.ts";
import { pullAnswer } from "./pull-answer.ts";

/** A file and the handler that reads it. */
export interface HandledFile {
  readonly opened: OpenedFile;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Reads a document through its handler. Takes over the opened file: its descriptor lives as long as the conversion. */
export async function readDocument(call: Call, file: HandledFile): Promise<ReadResult> {
  const key = keyOf(call, file);
  const { conversions, clock } = call.state;
  const kept = conversions.take(key);
  if (kept !== undefined) await file.opened.handle.close();
  const conversion = kept ?? startConversion(call, file);
  const deadline = startDeadline(call.budget.documentTimeMs, clock, call.signal);
  const { timeMs } = deadline;
  conversion.use({ timeMs, remainingMs: () => timeMs - deadline.elapsedMs(), signal: call.signal });
  try {
    const finished = await pullAnswer(call, eventSupply(conversion), deadline);
    return finishRead(finished, {
      path: file.opened.path,
      mediaType: file.sniff.mediaType,
      handler: file.handler.name,
      notices: [],
    });
  } finally {
    await conversions.put(key, conversion);
  }
}

function startConversion(call: Call, { opened, sniff, handler }: HandledFile): Conversion {
  const abort = new AbortController();
  const context = createContext(call, abort.signal);
  const events = handler.read(fileSource(opened, sniff, call.budget), context);
  return createConversion(closingAfter(events, opened), abort);
}

async function* closingAfter(events: AsyncIterable<HandlerEvent>, opened: OpenedFile): AsyncGenerator<HandlerEvent> {
  try {
    yield* events;
  } finally {
    await opened.handle.close();
  }
}

/** Everything that changes what the handler yields. */
function keyOf({ checked, state }: Call, { opened, handler }: HandledFile): string {
  const { pages, select, view, password } = checked;
  return JSON.stringify([opened.identity, handler.name, pages, select, view, password, state.capabilities.name]);
}
