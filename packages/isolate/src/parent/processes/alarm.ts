/** One timer, which runs for one thing at a time. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Acts after this time, in place of what it was to do before. */
  start(timeMs: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, timeMs);
  }

  /** Forgets what it was to do. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Lets this program live until then. */
  hold(): void {
    this.#timer?.ref();
  }

  /** Lets this program end before. */
  release(): void {
    this.#timer?.unref();
  }
}
