import { createConversion, type Conversion } from "../documents/conversion.ts";
import type { Handler } from "../handler.ts";
import { eventSupply } from "../lines/event-supply.ts";
import { startDeadline } from "../lines/deadline.ts";
import type { ReadResult } from "../result.ts";
import { fileSource } from "../source/file-source.ts";
import type { Sniff } from "../source/source.ts";
import type { Call } from "./call.ts";
import { createContext } from "./context.ts";
import type { FileWatch } from "./file-watch.ts";
import { finishRead } from "./finish.ts";
import { pullAnswer } from "./pull-answer.ts";
import { pullLimits } from "./pull-limits.ts";

/** A file and the handler that reads it. */
export interface HandledFile {
  readonly file: FileWatch;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Reads a document through its handler, or goes on with one that was kept open. */
export async function readDocument(call: Call, handled: HandledFile): Promise<ReadResult> {
  const key = keyOf(call, handled);
  const { conversions } = call.state;
  const conversion = conversions.take(key) ?? startConversion(call, handled);
  try {
    return await pullDocument(call, conversion, handled);
  } finally {
    await conversions.put(key, conversion);
  }
}

/** Pulls what is wanted out of a conversion, in the time that a document has. */
export async function pullDocument(
  call: Call,
  conversion: Conversion,
  { file, sniff, handler }: Pick<HandledFile, "sniff"> & NamedParts,
): Promise<ReadResult> {
  const deadline = startDeadline(call.budget.documentTimeMs, call.state.clock, call.signal);
  conversion.use(pullLimits(call, deadline));
  const finished = await pullAnswer(call, { supply: eventSupply(conversion), deadline });
  const { mediaType } = sniff;
  return finishRead(finished, { path: file.opened.path, mediaType, handler: handler.name, notices: [] });
}

interface NamedParts {
  readonly file: { readonly opened: { readonly path: string } };
  readonly handler: { readonly name: string };
}

/** From here on the descriptor lives as long as the conversion. */
function startConversion(call: Call, { file, sniff, handler }: HandledFile): Conversion {
  const abort = new AbortController();
  const context = createContext(call, abort.signal);
  file.handOver();
  const read = () => handler.read(fileSource(file.opened, sniff, call.budget), context);
  // A handler that throws when it is called does so in the time and the hands of the one who pulls.
  const events = { [Symbol.asyncIterator]: () => read()[Symbol.asyncIterator]() };
  return createConversion(events, { abort, release: () => file.close() });
}

/** Everything that changes what the handler yields. */
function keyOf({ checked, state }: Call, { file, handler }: HandledFile): string {
  const { pages, select, view, password } = checked;
  return JSON.stringify([file.opened.identity, handler.name, pages, select, view, password, state.capabilities.name]);
}
