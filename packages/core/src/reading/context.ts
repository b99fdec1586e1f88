import { ReadError } from "../errors.ts";
import { text, type HandlerEvent } from "../events.ts";
import type { HandlerContext } from "../handler.ts";
import { findHandler } from "../registry.ts";
import { encodings } from "../sniff/encodings.ts";
import { sniff } from "../sniff/sniff.ts";
import { bytesSource } from "../source/file-source.ts";
import type { Call } from "./call.ts";

const sniffBytes = 4096;

/**
 * What a handler is told of the request; `depth` counts the files around this one. What was selected in the outermost
 * file is found when an inner one is read, and the pages are then those of the inner one.
 */
export function createContext(call: Call, signal: AbortSignal, depth = 0): HandlerContext {
  const { checked, budget, state } = call;
  const isSelected = checked.select !== undefined;
  return {
    pages: depth === 0 || isSelected ? checked.pages : undefined,
    select: depth === 0 ? checked.select : undefined,
    view: checked.view,
    password: checked.password,
    capabilities: state.capabilities,
    budget,
    signal,
    nested: (name, bytes) => readNested({ call, signal, depth: depth + 1 }, name, bytes),
  };
}

interface Nesting {
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly depth: number;
}

async function* readNested(nesting: Nesting, name: string, bytes: Uint8Array): AsyncGenerator<HandlerEvent> {
  const { call, signal, depth } = nesting;
  const { budget, state } = call;
  if (depth > budget.maxDepth) throw tooDeep(name, budget.maxDepth);
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(start, end));
  const head = bytes.subarray(0, sniffBytes);
  const found = await sniff({ head, name, size: bytes.length, slice, handlers: state.handlers });
  const handler = findHandler(state.handlers, found.mediaType);
  if (handler !== undefined) {
    yield* handler.read(bytesSource(name, bytes, { sniff: found, budget }), createContext(call, signal, depth));
    return;
  }
  if (found.text === undefined) {
    const { unreadable } = await import("../render/unreadable.ts");
    throw unreadable(name, found.mediaType);
  }
  const decoder = await encodings.open(found.text.encoding);
  yield text(decoder.decode(bytes.subarray(found.text.bomBytes)));
}

function tooDeep(name: string, maxDepth: number): ReadError {
  return new ReadError("too-large", `${name} lies more than ${maxDepth} files deep.`, {
    hint: "Unpack the outer file first, then read the inner one by its own path.",
    details: { limit: { name: "maxDepth", value: maxDepth } },
  });
}
