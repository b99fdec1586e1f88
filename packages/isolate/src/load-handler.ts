import type { Handler, HandlerOrigin } from "@reader/core/handler";
import type { AlternativePackage, HandlerDescription } from "./options/isolatable.ts";
import type { ThirdParty, ThirdPartyPlace } from "./options/third-party.ts";

/**
 * Loads the handler of an origin into this process, without isolation. `resolveFrom` is the file URL or the absolute path
 * of the module from which a bare specifier is resolved. Rejects with a `ReadError`, as an isolated handler does, if the handler's package is not
 * installed, and the `alternative` to it.
 */
export async function loadHandler(
  origin: HandlerOrigin,
  resolveFrom: string,
  alternative?: AlternativePackage,
): Promise<Handler> {
  const { createHandler } = await import("./channel/create-handler.ts");
  return createHandler(origin, await urlOf(origin, resolveFrom, alternative));
}

async function urlOf(origin: HandlerOrigin, resolveFrom: string, alternative?: AlternativePackage): Promise<string> {
  const { MissingPackage, resolveModule } = await import("./parent/modules/resolve-module.ts");
  try {
    return resolveModule(origin.module, resolveFrom);
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    const { missingPackage } = await import("./parent/documents/revive-error.ts");
    throw missingPackage(error.package, origin.export, { alternative });
  }
}

/**
 * Creates a third-party handler once in this process to learn its name, types and version. `isolate` then reads files
 * with it in another process. Rejects with a `SetupError`.
 */
export async function loadThirdParty(wanted: ThirdParty, place: ThirdPartyPlace): Promise<HandlerDescription> {
  const { describeThirdParty } = await import("./parent/modules/describe-third-party.ts");
  return describeThirdParty(wanted, place);
}

/** Returns the version of a handler's package, or `undefined` if it is not installed or has no version. */
export async function findVersion(origin: HandlerOrigin, resolveFrom: string): Promise<string | undefined> {
  const { originVersion } = await import("./parent/modules/read-grants.ts");
  return originVersion(origin, resolveFrom);
}
