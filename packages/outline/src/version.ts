import manifest from "../package.json" with { type: "json" };

/** The version of this package, reported when the handler fails. */
export const version: string = manifest.version;
