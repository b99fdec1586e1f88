import type { ReadRequest } from "@reader/core";

/** A small file that stands for much, or leads its reader in circles. */
export interface Bomb {
  /** With its ending. */
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly request?: Omit<ReadRequest, "path">;
}

/** Bombs by what they are. */
export type Bombs = Readonly<Record<string, Bomb>>;

/** The same bytes many times over. */
export function repeated(unit: Uint8Array, times: number): Uint8Array {
  const bytes = new Uint8Array(unit.length * times);
  for (let time = 0; time < times; time += 1) bytes.set(unit, time * unit.length);
  return bytes;
}

/** Text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
