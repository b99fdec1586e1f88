import manifest from "../package.json" with { type: "json" };

/** The version of this package, which is part of the report of a handler failure. */
export const version: string = manifest.version;
