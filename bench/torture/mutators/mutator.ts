import type { Dice } from "../dice.ts";

/** What a mutator works with. */
export interface Mutation {
  readonly dice: Dice;
  /** Another sound file of the same format, to take parts from. */
  readonly donor: Uint8Array;
  /** Mutates a part that was unpacked, as a file of its own. */
  readonly inner: (bytes: Uint8Array) => Uint8Array;
}

/** Damages files of one structure in such a way that the rest of the structure stays valid. */
export interface Mutator {
  readonly name: string;
  /** True if the bytes have the structure, judged by their first bytes. */
  readonly accepts: (bytes: Uint8Array) => boolean;
  /** Returns a damaged copy, or `undefined` if the structure turned out to be too broken to work on. */
  readonly mutate: (bytes: Uint8Array, mutation: Mutation) => Uint8Array | undefined;
}

/** The longest file or part that a mutation may produce. */
export const maxMutantBytes = 1_000_000;

/** Bytes as text, one character a byte, so that the way back loses nothing. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** The way back from `latin1`. */
export function fromLatin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** True if the bytes begin with these characters. */
export function startsWith(bytes: Uint8Array, start: string, at = 0): boolean {
  return latin1(bytes.subarray(at, at + start.length)) === start;
}

/** A copy with one range replaced. */
export function spliced(bytes: Uint8Array, [from, to]: readonly [number, number], insert: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length - (to - from) + insert.length);
  result.set(bytes.subarray(0, from));
  result.set(insert, from);
  result.set(bytes.subarray(to), from + insert.length);
  return result;
}
