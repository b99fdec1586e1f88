/** What is tried. */
export interface Attempt {
  readonly password: string;
  readonly signal: AbortSignal;
}

/** Deciphers the bytes of a package; undefined where the password is wrong. */
export type Decrypt = (bytes: Uint8Array, attempt: Attempt) => Promise<Uint8Array | undefined>;
