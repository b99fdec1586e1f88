/**
 * Thrown if a page is not supported by the fast path, so that the engine must read it. `reason` is a word or two, for
 * statistics.
 */
export class UnsupportedContent extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
