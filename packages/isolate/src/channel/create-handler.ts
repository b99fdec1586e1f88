import type { Recogniser } from "@reader/core";
import { defineHandler, type Handler } from "@reader/core/handler";
import type { IsolatableRecogniser } from "../options/isolatable.ts";

/** Imports a module and calls its factory. A failure is a bug in the calling program, so it is a `TypeError`. */
export async function createHandler(factory: Factory, moduleUrl: string): Promise<Handler> {
  const made = await makeOf(factory, moduleUrl);
  const handler = isRecogniser(made) ? recogniserHandler(made) : made;
  if (!isHandler(handler)) throw new TypeError(`"${factory.export}" did not return a handler.`);
  return handler;
}

/** Like `createHandler`, for a recogniser. */
export async function createRecogniser(factory: Factory, moduleUrl: string): Promise<IsolatableRecogniser> {
  const made = await makeOf(factory, moduleUrl);
  if (isIsolatable(made)) return made;
  throw new TypeError(`"${factory.export}" did not return a recogniser with an origin.`);
}

async function makeOf(factory: Factory, moduleUrl: string): Promise<unknown> {
  const module = (await import(moduleUrl)) as Readonly<Record<string, unknown>>;
  const make = module[factory.export];
  if (!isFactory(make)) throw new TypeError(`The module of a handler has no function "${factory.export}".`);
  return factory.options === undefined ? make() : make(factory.options);
}

function isIsolatable(value: unknown): value is IsolatableRecogniser {
  return isRecogniser(value) && "origin" in value && typeof value.origin === "function";
}

function isFactory(value: unknown): value is (options?: unknown) => unknown {
  return typeof value === "function";
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "object" && value !== null && "read" in value && typeof value.read === "function";
}

/** The factory of a handler and its argument. */
export interface Factory {
  readonly export: string;
  readonly options?: unknown;
}

/**
 * Wraps a recogniser in a handler, so that it can run in a child process. Its only event is the recognised text as
 * JSON.
 */
function recogniserHandler({ name, recognise }: Pick<Recogniser, "name" | "recognise">): Handler {
  return defineHandler({
    name,
    mediaTypes: [],
    async *read(source, { select = "{}", signal }) {
      const { widthPx, heightPx } = JSON.parse(select) as { readonly widthPx: number; readonly heightPx: number };
      const image = { data: await source.bytes(), widthPx, heightPx };
      yield { type: "text", text: JSON.stringify(await recognise(image, { signal })) };
    },
  });
}

/** True if a factory returned a recogniser. */
function isRecogniser(value: unknown): value is Pick<Recogniser, "name" | "recognise"> {
  return typeof value === "object" && value !== null && "recognise" in value && typeof value.recognise === "function";
}
