import manifest from "../package.json" with { type: "json" };

/** The version of this package, included in handler errors. */
export const version: string = manifest.version;
