export { archive } from "./archive.ts";
export { mediaTypes as archiveTypes } from "./media-types.ts";
export { sniffArchive } from "./sniff-archive.ts";
