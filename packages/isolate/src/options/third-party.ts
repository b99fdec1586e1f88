import type { Json } from "@reader/core/handler";

/** A third-party handler, as a user names it. */
export interface ThirdParty {
  /** A path that starts with `./`, `../` or `/`, or a package name. */
  readonly module: string;
  /** The name of the exported factory. Not needed if the module exports only one function. */
  readonly export?: string;
  /** The argument of the factory. */
  readonly options?: Json;
}

/** Where to look for a third-party handler, and how to name it to a user. */
export interface ThirdPartyPlace {
  /** The absolute path of the folder that paths and packages are resolved from. */
  readonly directory: string;
  /** Returns the command line that reads a file with this handler alone. */
  readonly byHand?: (path: string) => string;
}

/** Parses `./mine.js#mine`. The part after `#` is the export. */
export function parseThirdParty(specifier: string): ThirdParty {
  const at = specifier.indexOf("#");
  return at < 0 ? { module: specifier } : { module: specifier.slice(0, at), export: specifier.slice(at + 1) };
}
