import type { Handler } from "@reader/core/handler";
import { findVersion, loadHandler } from "./load-handler.ts";
import type { HandlerDescription } from "./options/isolatable.ts";
import type { ResolvePlace } from "./options/resolve-place.ts";

/** The description of a handler that runs in this process. */
export interface LocalDescription extends HandlerDescription {
  /** True if the handler has an `annotate`. It cannot be found out without loading the handler. */
  readonly annotates?: true;
}

/** Creates a handler that runs in this process. Its package is loaded with the first document. */
export function localHandler(description: LocalDescription, place: ResolvePlace): Handler {
  const { name, mediaTypes, origin, sniff, byHand, outlines, textByDefault, tables, outlinesOnly, alternative } =
    description;
  let handler: Promise<Handler> | undefined;
  let { version } = description;
  const resolver = async (): Promise<string> => {
    const { resolverOf } = await import("./parent/modules/resolve-module.ts");
    return resolverOf(place);
  };
  const load = (): Promise<Handler> => (handler ??= resolver().then((url) => loadHandler(origin, url, alternative)));
  const explain = async (cause: unknown): Promise<unknown> => {
    version ??= await findVersion(origin, await resolver());
    if (process.env["READER_DEBUG"] === "1") process.stderr.write(`${stackOf(cause)}\n`);
    return cause;
  };
  return {
    specVersion: 1,
    name,
    mediaTypes,
    origin,
    ...(sniff === undefined ? {} : { sniff }),
    ...annotateOf(description, load),
    ...(byHand === undefined ? {} : { byHand }),
    ...(textByDefault === undefined ? {} : { textByDefault }),
    ...(tables === undefined ? {} : { tables }),
    ...(outlinesOnly === undefined ? {} : { outlinesOnly }),
    get version() {
      return version;
    },
    async *read(source, context) {
      try {
        yield* (await load()).read(source, context);
      } catch (cause) {
        throw await explain(cause);
      }
    },
    async info(source, context) {
      try {
        return (await (await load()).info?.(source, context)) ?? { extents: [], facts: {} };
      } catch (cause) {
        throw await explain(cause);
      }
    },
    ...(outlines === true
      ? { outline: async (source, context) => (await (await load()).outline?.(source, context)) ?? { entries: [] } }
      : {}),
  };
}

function annotateOf(
  { annotate, annotates }: LocalDescription,
  load: () => Promise<Handler>,
): Pick<Handler, "annotate"> {
  if (annotate !== undefined) return { annotate };
  if (annotates !== true) return {};
  return { annotate: async (source, shown) => (await (await load()).annotate?.(source, shown)) ?? [] };
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
