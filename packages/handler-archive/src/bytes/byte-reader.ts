/** Reads bytes in order. */
export interface ByteReader {
  /** The next bytes; fewer only where they end. */
  take(length: number): Promise<Uint8Array>;
  /** Leaves bytes out; gives how many there were to be left out. */
  skip(length: number): Promise<number>;
  /** The next bytes in pieces; fewer only where they end. */
  pieces(length: number): AsyncGenerator<Uint8Array>;
}
