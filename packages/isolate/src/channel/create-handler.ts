import type { Handler } from "@reader/core/handler";

/** Which factory of a module makes a handler, and with what. */
export interface Factory {
  readonly export: string;
  readonly options?: unknown;
}

/** Imports a module and calls the factory in it. A fault here is the program's, so it is a `TypeError`. */
export async function createHandler(factory: Factory, moduleUrl: string): Promise<Handler> {
  const module = (await import(moduleUrl)) as Readonly<Record<string, unknown>>;
  const make = module[factory.export];
  if (!isFactory(make)) throw new TypeError(`The module of a handler has no function "${factory.export}".`);
  const handler: unknown = factory.options === undefined ? make() : make(factory.options);
  if (!isHandler(handler)) throw new TypeError(`"${factory.export}" made something that is no handler.`);
  return handler;
}

function isFactory(value: unknown): value is (options?: unknown) => unknown {
  return typeof value === "function";
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "object" && value !== null && "read" in value && typeof value.read === "function";
}
