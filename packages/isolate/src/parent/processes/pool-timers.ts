/** How often a wish that waits looks whether handlers that nobody waits for can make room. */
const patienceMs = 100;

/** What a pool does when its time has come. */
export interface PoolTimes {
  /** After so long without a wish that waits, idle children end. */
  readonly idleMs: number;
  readonly losePatience: () => void;
  readonly endIdle: () => void;
}

/** The timers of a pool: one while wishes wait, another one while there are children and no such wish. */
export class PoolTimers {
  readonly #times: PoolTimes;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(times: PoolTimes) {
    this.#times = times;
  }

  /** To be called after every change of the two. */
  set({ wishes, children }: { readonly wishes: number; readonly children: number }): void {
    clearTimeout(this.#idle);
    if (wishes > 0) {
      this.#patience ??= setTimeout(() => this.#losePatience(), patienceMs);
      return;
    }
    clearTimeout(this.#patience);
    this.#patience = undefined;
    if (children === 0) return;
    this.#idle = setTimeout(this.#times.endIdle, this.#times.idleMs);
    this.#idle.unref();
  }

  /** Forgets both until they are set again. */
  stop(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#idle);
  }

  #losePatience(): void {
    this.#patience = undefined;
    this.#times.losePatience();
  }
}
