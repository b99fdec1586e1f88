import { defineHandler, type Handler, type Recogniser } from "@reader/core/handler";
import type { IsolatableRecogniser } from "../options/isolatable.ts";

/** Imports a module and calls the factory in it. A fault here is the program's, so it is a `TypeError`. */
export async function createHandler(factory: Factory, moduleUrl: string): Promise<Handler> {
  const made = await makeOf(factory, moduleUrl);
  const handler = isRecogniser(made) ? recogniserHandler(made) : made;
  if (!isHandler(handler)) throw new TypeError(`"${factory.export}" made something that is no handler.`);
  return handler;
}

/** The same for a recogniser that another process can make, too. */
export async function createRecogniser(factory: Factory, moduleUrl: string): Promise<IsolatableRecogniser> {
  const made = await makeOf(factory, moduleUrl);
  if (isIsolatable(made)) return made;
  throw new TypeError(`"${factory.export}" made something that is no recogniser with an origin.`);
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

/** Which factory of a module makes a handler, and with what. */
export interface Factory {
  readonly export: string;
  readonly options?: unknown;
}

/** A recogniser as a handler, so that it runs where handlers run: the one event is the JSON of what it recognised. */
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

/** Whether a factory has made a recogniser. */
function isRecogniser(value: unknown): value is Pick<Recogniser, "name" | "recognise"> {
  return typeof value === "object" && value !== null && "recognise" in value && typeof value.recognise === "function";
}
