import { cleanOutline } from "../../documents/clean-outline.ts";
import { handlerFault } from "../../documents/handler-fault.ts";
import { inTime } from "../../documents/pull-in-time.ts";
import type { Handler } from "../../contract/handler.ts";
import { startDeadline } from "../../text/lines/deadline.ts";
import type { Outline } from "../../contract/outline.ts";
import { findOutliner } from "../../documents/registry.ts";
import { fileSource } from "../../files/file-source.ts";
import type { Sniff } from "../../contract/source.ts";
import type { OpenedFile } from "../../files/workspace/safe-open.ts";
import type { Call } from "../call.ts";
import { createContext } from "../context.ts";
import { keepOutline } from "./outline-cache.ts";
import { pullLimits } from "../pull-limits.ts";
import { textOf } from "../sniff-opened.ts";

/** A file and the handler that outlines it. */
export interface OutlinedFile {
  readonly opened: OpenedFile;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/**
 * Who outlines a file: the handler that reads it, or of text that the core reads one which only outlines; undefined
 * where nobody does. A handler of text is told the encoding that the request gives.
 */
export async function outlinedFile(
  call: Call,
  opened: OpenedFile,
  { sniff, reader }: { readonly sniff: Sniff; readonly reader: Handler | undefined },
): Promise<OutlinedFile | undefined> {
  if (reader?.outline !== undefined) return { opened, sniff, handler: reader };
  if (reader !== undefined && reader.annotate === undefined) return undefined;
  const handler = findOutliner(call.state.handlers, sniff.mediaType);
  const text = handler === undefined ? undefined : await textOf(call, sniff);
  return handler === undefined || text === undefined ? undefined : { opened, sniff: { ...sniff, text }, handler };
}

/** The whole outline of a file, in so many milliseconds; throws what goes wrong as a `ReadError`. */
export async function askOutline(call: Call, file: OutlinedFile, timeMs: number): Promise<Outline> {
  const { outlines } = call.state;
  const key = keyOf(call, file);
  const known = outlines.get(key);
  if (known !== undefined) return known;
  const outline = await makeOutline(call, file, timeMs);
  if (outline.truncated === true) return outline;
  keepOutline(outlines, key, outline);
  return outline;
}

async function makeOutline(call: Call, { opened, sniff, handler }: OutlinedFile, timeMs: number): Promise<Outline> {
  const abort = new AbortController();
  const budget = { ...call.budget, outlineTimeMs: timeMs, documentTimeMs: timeMs };
  // The outline is that of the whole, whichever part of it was asked for.
  const checked = { ...call.checked, pages: undefined, select: undefined };
  const context = createContext({ ...call, budget, checked }, { file: opened, signal: abort.signal });
  const source = fileSource(opened, sniff, budget);
  const ask = async (): Promise<unknown> => handler.outline?.(source, context);
  const deadline = startDeadline(timeMs, call.state.clock, call.signal);
  try {
    return cleanOutline(await inTime(ask, pullLimits(call, deadline)));
  } catch (error) {
    abort.abort(error);
    throw handlerFault(error, { handler, path: opened.relativePath });
  }
}

/** Everything that changes what an outline has. */
function keyOf({ checked, state }: Call, { opened, sniff, handler }: OutlinedFile): string {
  return JSON.stringify([opened.identity, handler.name, sniff.text?.encoding, checked.password, state.condemned()]);
}
