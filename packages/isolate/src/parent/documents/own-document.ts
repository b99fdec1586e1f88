import { defaultBudget, textOnly, type HandlerContext, type MediaType, type Source } from "@reader/core";

/** Bytes that this package itself has a handler read. */
export interface OwnBytes {
  /** What messages call them. */
  readonly path: string;
  readonly name: string;
  readonly mediaType: MediaType;
  readonly bytes: Uint8Array;
}

/** Bytes as a source, of which each answer is a copy. */
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

/** What a step is asked with. */
export interface OwnWish {
  readonly select?: string;
  readonly signal: AbortSignal;
  readonly timeMs: number;
}

/** The context of a read for text alone, in which nothing can be nested. */
export function ownContext({ select, signal, timeMs }: OwnWish): HandlerContext {
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
