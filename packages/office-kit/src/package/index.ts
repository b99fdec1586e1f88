export { readCoreProperties } from "./core-properties.ts";
export { damageNotices, damageWords, openPackage } from "./office-package.ts";
export type { OfficePackage } from "./office-package.ts";
export { targetOf } from "./relationships.ts";
export type { Relationship } from "./relationships.ts";
export { sourceOfBytes } from "./source-of-bytes.ts";
export { storedZip } from "./stored-zip.ts";
export type { StoredMember } from "./stored-zip.ts";
