/** The bytes of a table in an encoding whose line ends, delimiters and quotation marks are single bytes. */
export interface TableBytes {
  readonly size: number;
  /** Reads the bytes from `start` to `end`, exclusive; fewer at the end of the table. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  /** Reads into existing memory and returns the number of bytes. Absent if that is not faster. */
  readonly readInto?: ((target: Uint8Array, start: number) => Promise<number>) | undefined;
}
