import { cleanRecognised, type RecognisableImage, type Recognised, type RecogniseOptions } from "@reader/core/handler";
import type { HandlerDescription, IsolatableRecogniser } from "../options/isolatable.ts";
import { ownContext, ownSource } from "./documents/own-document.ts";
import { createIsolation, type IsolationOptions } from "./isolation.ts";

/** A recogniser at work in children. */
export interface RemoteRecogniser {
  /** How many of its processes were ended because they could not be trusted any more. */
  readonly condemned: number;
  recognise(image: RecognisableImage, options: RecogniseOptions): Promise<Recognised>;
  close(): Promise<void>;
}

/** What a picture is called; its type is told by whoever reads it. */
const picture = { path: "the picture of a page", name: "picture", mediaType: "application/octet-stream" };

/** To a child a picture is a document, and its text the JSON of what was recognised: see `recogniserHandler`. */
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
      const events = isolation.read(description, ownSource({ ...picture, bytes: data }), context);
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
