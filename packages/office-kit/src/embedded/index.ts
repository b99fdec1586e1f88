export { readEmbeddedParts, readOleNative, wrappedFile } from "./embedded-files.ts";
export type { EmbeddedParts, Storage } from "./embedded-files.ts";
