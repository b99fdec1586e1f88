export { tryPasswords, unknownEncryption } from "./passwords.ts";
export type { PasswordRequest } from "./passwords.ts";
export { decipherBlocks, rc4, rc4Keys } from "./ciphers.ts";
export type { Rc4Keys } from "./ciphers.ts";
