import manifest from "../package.json" with { type: "json" };

/** The version of this package, reported in handler failures. */
export const version: string = manifest.version;
