import type { ReadRequest } from "@reader/core";

/** A small file that stands for much, or leads its reader in circles. */
export interface Bomb {
  /** With its ending. */
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly request?: Omit<ReadRequest, "path">;
}

/** All bombs, by what they are. */
export const bombs: Readonly<Record<string, Bomb>> = {};
