import { cleanRecognised, type RecognisableImage, type Recognised, type RecogniseOptions } from "@reader/core/internal";
import type { HandlerDescription, IsolatableRecogniser } from "../options/isolatable.ts";
import { ownContext, ownSource } from "./documents/own-document.ts";
import { createIsolation, type IsolationOptions } from "./isolation.ts";

/** A recogniser that runs in child processes. */
export interface RemoteRecogniser {
  /** Number of processes that were ended because they could no longer be trusted. */
  readonly condemned: number;
  recognise(image: RecognisableImage, options: RecogniseOptions): Promise<Recognised>;
  close(): Promise<void>;
}

/** The name of an image in messages. */
const pageImage = { path: "the image of a page", name: "image", mediaType: "application/octet-stream" };

/** Sends an image to a child as a document. Its text is the recognition result as JSON: see `recogniserHandler`. */
export function createRemoteRecogniser(recogniser: IsolatableRecogniser, options: IsolationOptions): RemoteRecogniser {
  const isolation = createIsolation(options);
  const describe = async (): Promise<HandlerDescription> => {
    const { reads, ...origin } = await recogniser.origin();
    return { name: recogniser.name, mediaTypes: [], origin, ...(reads === undefined ? {} : { reads }) };
  };
  let description: HandlerDescription | undefined;
  return {
    get condemned() {
      return isolation.condemned;
    },
    async recognise(image, { signal }) {
      description ??= await describe();
      const { data, widthPx, heightPx } = image;
      const select = JSON.stringify({ widthPx, heightPx });
      const context = ownContext({ select, signal, timeMs: options.limits.timeMs });
      const events = isolation.read(description, ownSource({ ...pageImage, bytes: data }), context);
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
