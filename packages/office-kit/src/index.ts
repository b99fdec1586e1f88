export { encryptedOfficeOf } from "./encryption/encrypted-office.ts";
export { flatTypes, sniffFlatDocument, sniffFlatPresentation } from "./flat/flat-kind.ts";
