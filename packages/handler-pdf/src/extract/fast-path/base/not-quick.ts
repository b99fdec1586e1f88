/** Says that a page is nothing for quick text, so that the engine must read it; `reason` is one word or two, for statistics. */
export class NotQuick extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
