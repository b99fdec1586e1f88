export { damageNotices, damageWords, openPackage, readCoreProperties, targetOf } from "./office-package.ts";
export type { OfficePackage, Relationship } from "./office-package.ts";
export { referencedPart } from "./part-names.ts";
export { sourceOfBytes, storedZip } from "./stored-zip.ts";
export type { StoredMember } from "./stored-zip.ts";
