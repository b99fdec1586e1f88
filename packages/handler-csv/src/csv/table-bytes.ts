/** The bytes of a table in an encoding whose line ends, delimiters and quotation marks are single bytes. */
export interface TableBytes {
  readonly size: number;
  /** Bytes from `start` up to, not including, `end`; fewer where there are no more. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  /** The same into memory that is at hand; tells how many bytes came. Absent where that is no quicker. */
  readonly readInto?: ((target: Uint8Array, start: number) => Promise<number>) | undefined;
}
