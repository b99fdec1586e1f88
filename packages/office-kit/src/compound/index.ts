export { viewOf } from "./byte-view.ts";
export type { ByteView } from "./byte-view.ts";
export { cutOffWords, openCompoundFile } from "./compound-file.ts";
export type { CompoundFile } from "./compound-file.ts";
export { repairCompound } from "./repair-compound.ts";
export { readStatedPages, readSummaryInformation, summaryStream } from "./compound-file.ts";
