import manifest from "../package.json" with { type: "json" };

/** The version of this package, which a failure of a handler tells. */
export const version: string = manifest.version;
