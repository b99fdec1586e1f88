import manifest from "../package.json" with { type: "json" };

/** The version of this package, for failure messages. */
export const version: string = manifest.version;
