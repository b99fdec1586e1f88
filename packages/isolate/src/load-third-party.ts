import type { HandlerOrigin } from "@reader/core/handler";
import type { HandlerDescription } from "./isolatable.ts";
import type { ThirdParty, ThirdPartyPlace } from "./third-party.ts";

/**
 * Makes a third party's handler once in this process to learn its name, types and version; with `isolate`, its files
 * are read by another one, in a process of its own. Rejects with a `SetupError` where that does not work.
 */
export async function loadThirdParty(wanted: ThirdParty, place: ThirdPartyPlace): Promise<HandlerDescription> {
  const { describeThirdParty } = await import("./parent/modules/describe-third-party.ts");
  return describeThirdParty(wanted, place);
}

/** The version of the package that a handler comes from; undefined where it is not installed or tells none. */
export async function findVersion(origin: HandlerOrigin, resolveFrom: string): Promise<string | undefined> {
  const { originVersion } = await import("./parent/modules/origin-version.ts");
  return originVersion(origin, resolveFrom);
}
