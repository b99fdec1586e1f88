import type { Handler } from "@reader/core/handler";
import type { IsolatableRecogniser } from "../isolatable-recogniser.ts";
import type { Factory } from "./factory.ts";
import { isRecogniser, recogniserHandler } from "./recogniser-handler.ts";

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
