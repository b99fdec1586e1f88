export { readEmbeddedParts } from "./embedded-parts.ts";
export type { EmbeddedParts } from "./embedded-parts.ts";
export { readOleNative } from "./ole-native.ts";
export { wrappedFile } from "./wrapped-file.ts";
export type { Storage } from "./wrapped-file.ts";
