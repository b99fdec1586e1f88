/** The password to try. */
export interface Attempt {
  readonly password: string;
  readonly signal: AbortSignal;
}

/** Decrypts the bytes of a package. Returns `undefined` if the password is wrong. */
export type Decrypt = (bytes: Uint8Array, attempt: Attempt) => Promise<Uint8Array | undefined>;
