/** A timer for one action at a time. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Runs an action after this time, instead of the previous action. */
  start(timeMs: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, timeMs);
  }

  /** Cancels the action. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Keeps this program alive until the timer fires. */
  hold(): void {
    this.#timer?.ref();
  }

  /** Allows this program to end before the timer fires. */
  release(): void {
    this.#timer?.unref();
  }
}
