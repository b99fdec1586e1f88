import { defaultBudget, textOnly, type HandlerContext, type Source } from "@reader/core";
import { cleanRecognised, type Recognised, type RecognisableImage, type RecogniseOptions } from "@reader/core/handler";
import type { HandlerDescription } from "../isolatable.ts";
import type { IsolatableRecogniser } from "../isolate-recogniser.ts";
import { createIsolation, type IsolationOptions } from "./isolation.ts";

/** A recogniser at work in children. */
export interface RemoteRecogniser {
  recognise(image: RecognisableImage, options: RecogniseOptions): Promise<Recognised>;
  close(): Promise<void>;
}

/** To a child a picture is a document, and its text the JSON of what was recognised: see `recogniserHandler`. */
export function createRemoteRecogniser(recogniser: IsolatableRecogniser, options: IsolationOptions): RemoteRecogniser {
  const isolation = createIsolation(options);
  const describe = async (): Promise<HandlerDescription> => {
    const { reads, ...origin } = await recogniser.origin();
    return { name: recogniser.name, mediaTypes: [], origin, ...(reads === undefined ? {} : { reads }) };
  };
  let description: HandlerDescription | undefined;
  return {
    async recognise(image, { signal }) {
      description ??= await describe();
      const context = contextOf(image, { signal, timeMs: options.limits.timeMs });
      const events = isolation.read(description, sourceOf(image), context);
      try {
        const { value } = await events.next();
        return cleanRecognised(value?.type === "text" ? JSON.parse(value.text) : undefined);
      } finally {
        await events.return?.();
      }
    },
    close: () => isolation.close(),
  };
}

interface Step extends RecogniseOptions {
  readonly timeMs: number;
}

function contextOf({ widthPx, heightPx }: RecognisableImage, { signal, timeMs }: Step): HandlerContext {
  return {
    pages: undefined,
    select: JSON.stringify({ widthPx, heightPx }),
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

function sourceOf({ data }: RecognisableImage): Source {
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(data.slice(start, end));
  return {
    path: "the picture of a page",
    name: "picture",
    size: data.length,
    sniff: { mediaType: "application/octet-stream", by: "signature" },
    head: (length) => slice(0, length),
    bytes: () => slice(0, data.length),
    slice,
    async *stream({ start, end } = { start: 0 }) {
      yield await slice(start, end ?? data.length);
    },
  };
}
