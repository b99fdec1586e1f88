export { readEmbeddedParts } from "./embedded-files.ts";
export type { EmbeddedParts } from "./embedded-files.ts";
export { readOleNative } from "./embedded-files.ts";
export { wrappedFile } from "./embedded-files.ts";
export type { Storage } from "./embedded-files.ts";
