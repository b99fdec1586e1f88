import { cleanOutline } from "../../documents/clean-outline.ts";
import { handlerFault } from "../../documents/handler-fault.ts";
import { inTime } from "../../documents/pull-in-time.ts";
import type { Handler } from "../../contract/handler.ts";
import { startDeadline } from "../../text/lines/deadline.ts";
import type { Outline } from "../../contract/outline.ts";
import { findOutliner, mayLeaveText } from "../../documents/registry.ts";
import { fileSource } from "../../files/file-source.ts";
import type { Sniff } from "../../contract/source.ts";
import type { OpenedFile } from "../../files/workspace/safe-open.ts";
import { type Call, pullLimits } from "../call.ts";
import { createContext } from "../context.ts";
import { keepOutline } from "./outline-cache.ts";
import { textOf } from "../sniff-opened.ts";
import type { StopSignal } from "../../contract/stop-signal.ts";

/** A file and the handler that outlines it. */
export interface OutlinedFile {
  readonly opened: OpenedFile;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/**
 * Finds the handler that outlines a file: the one that reads it, or an outline-only handler for text that the core
 * reads. Returns `undefined` if no handler outlines it. A text handler gets the encoding from the request.
 */
export async function outlinedFile(
  call: Call,
  opened: OpenedFile,
  { sniff, reader }: { readonly sniff: Sniff; readonly reader: Handler | undefined },
): Promise<OutlinedFile | undefined> {
  if (reader?.outline !== undefined) return { opened, sniff, handler: reader };
  if (reader !== undefined && !mayLeaveText(reader)) return undefined;
  const handler = findOutliner(call.state.handlers, sniff.mediaType);
  const text = handler === undefined ? undefined : await textOf(call, sniff);
  return handler === undefined || text === undefined ? undefined : { opened, sniff: { ...sniff, text }, handler };
}

/** Returns the whole outline of a file within `timeMs` milliseconds. Throws a `ReadError` on failure. */
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
  // The outline covers the whole file, whichever part of it was requested.
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

/** Returns a cache key of everything that affects the outline. */
function keyOf({ checked, state }: Call, { opened, sniff, handler }: OutlinedFile): string {
  return JSON.stringify([opened.identity, handler.name, sniff.text?.encoding, checked.password, state.condemned()]);
}

/** An outline that is computed while something else is read. */
export interface BegunOutline {
  /** Rejects if the outline fails. The rejection is ignored unless the promise is awaited. */
  readonly outline: Promise<Outline>;
  /** Aborts the outline. */
  giveUp(): void;
}

/** Starts the outline that an answer will end with. Its time limit starts now. */
export function beginOutline(call: Call, file: OutlinedFile): BegunOutline {
  const abort = new AbortController();
  const signal = call.signal === undefined ? abort.signal : eitherOf(call.signal, abort.signal);
  const outline = askOutline({ ...call, signal }, file, call.budget.outlineTimeMs);
  outline.catch(() => undefined);
  return { outline, giveUp: () => abort.abort() };
}

/** Combines two signals. `AbortSignal.any` requires platform signals, but callers may pass their own kind. */
function eitherOf(one: StopSignal, other: StopSignal): StopSignal {
  return {
    get aborted() {
      return one.aborted || other.aborted;
    },
    addEventListener(type, listener, options) {
      one.addEventListener(type, listener, options);
      other.addEventListener(type, listener, options);
    },
    removeEventListener(type, listener) {
      one.removeEventListener(type, listener);
      other.removeEventListener(type, listener);
    },
  };
}
