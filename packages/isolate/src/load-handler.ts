import type { Handler, HandlerOrigin } from "@reader/core/handler";

/**
 * The handler of an origin in this process, without isolation. `resolveFrom` is the file URL from which a bare
 * specifier is resolved.
 */
export async function loadHandler(origin: HandlerOrigin, resolveFrom: string): Promise<Handler> {
  const { createHandler } = await import("./channel/create-handler.ts");
  const { resolveModule } = await import("./parent/modules/resolve-module.ts");
  return createHandler(origin, resolveModule(origin.module, resolveFrom));
}
