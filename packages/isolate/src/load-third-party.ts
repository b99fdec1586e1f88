import type { HandlerOrigin, Json } from "@reader/core/handler";
import type { HandlerDescription } from "./isolatable.ts";

/** A handler of somebody else's, as a person names it. */
export interface ThirdParty {
  /** A path that starts with `./`, `../` or `/`, or the name of a package. */
  readonly module: string;
  /** The exported factory; the only exported function where not given. */
  readonly export?: string;
  /** What the factory is called with. */
  readonly options?: Json;
}

/** Where a third party's handler is looked for, and how a person names it. */
export interface ThirdPartyPlace {
  /** The folder from which paths and packages are found; absolute. */
  readonly directory: string;
  /** The command with which a person reads a file with this handler alone. */
  readonly byHand?: (path: string) => string;
}

/** `./mine.js#mine` as a third party: the export stands behind `#`. */
export function parseThirdParty(specifier: string): ThirdParty {
  const at = specifier.indexOf("#");
  return at < 0 ? { module: specifier } : { module: specifier.slice(0, at), export: specifier.slice(at + 1) };
}

/**
 * Makes a third party's handler once in this process to learn its name, types and version; with `isolate`, its files
 * are read by another one, in a process of its own. Rejects with a `SetupError` where that does not work.
 */
export async function loadThirdParty(wanted: ThirdParty, place: ThirdPartyPlace): Promise<HandlerDescription> {
  const { describeThirdParty } = await import("./parent/describe-third-party.ts");
  return describeThirdParty(wanted, place);
}

/** The version of the package that a handler comes from; undefined where it is not installed or tells none. */
export async function findVersion(origin: HandlerOrigin, resolveFrom: string): Promise<string | undefined> {
  const { originVersion } = await import("./parent/origin-version.ts");
  return originVersion(origin, resolveFrom);
}
