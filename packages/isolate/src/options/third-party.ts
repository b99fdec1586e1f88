import type { Json } from "@reader/core/handler";

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
