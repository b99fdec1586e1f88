import type { Handler, HandlerOrigin } from "@reader/core/handler";

/**
 * The handler of an origin in this process, without isolation. `resolveFrom` is the file URL from which a bare
 * specifier is resolved. Rejects with a `ReadError`, as an isolated handler does, where the package of the handler is
 * not installed.
 */
export async function loadHandler(origin: HandlerOrigin, resolveFrom: string): Promise<Handler> {
  const { createHandler } = await import("./channel/create-handler.ts");
  return createHandler(origin, await urlOf(origin, resolveFrom));
}

async function urlOf(origin: HandlerOrigin, resolveFrom: string): Promise<string> {
  const { MissingPackage, resolveModule } = await import("./parent/modules/resolve-module.ts");
  try {
    return resolveModule(origin.module, resolveFrom);
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    const { missingPackage } = await import("./parent/documents/revive-error.ts");
    throw missingPackage(error.package, origin.export);
  }
}
