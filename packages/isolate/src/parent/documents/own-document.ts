import { defaultBudget, textOnly, type MediaType } from "@reader/core";
import type { HandlerContext, Source } from "@reader/core/handler";

/** Bytes that this package itself passes to a handler. */
export interface OwnBytes {
  /** The name in messages. */
  readonly path: string;
  readonly name: string;
  readonly mediaType: MediaType;
  readonly bytes: Uint8Array;
}

/** Creates a source from bytes. Every result is a copy. */
export function ownSource({ path, name, mediaType, bytes }: OwnBytes): Source {
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.slice(start, end));
  return {
    path,
    name,
    size: bytes.length,
    sniff: { mediaType, by: "signature" },
    head: (length) => slice(0, length),
    bytes: () => slice(0, bytes.length),
    slice,
    async *stream({ start, end } = { start: 0 }) {
      yield await slice(start, end ?? bytes.length);
    },
  };
}

/** The options of `ownContext`. */
export interface OwnRequest {
  readonly select?: string;
  readonly signal: AbortSignal;
  readonly timeMs: number;
}

/** Creates a context for text only, without nested files. */
export function ownContext({ select, signal, timeMs }: OwnRequest): HandlerContext {
  return {
    pages: undefined,
    select,
    view: "text",
    password: undefined,
    capabilities: textOnly,
    budget: { ...defaultBudget, documentTimeMs: timeMs },
    signal,
    nested: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    }),
  };
}
