export { readCoreProperties } from "./office-package.ts";
export { damageNotices, damageWords, openPackage } from "./office-package.ts";
export type { OfficePackage } from "./office-package.ts";
export { targetOf } from "./office-package.ts";
export type { Relationship } from "./office-package.ts";
export { sourceOfBytes } from "./stored-zip.ts";
export { storedZip } from "./stored-zip.ts";
export type { StoredMember } from "./stored-zip.ts";
