import type { HandlerEvent } from "@reader/core/handler";

interface Waiter {
  resolve(result: IteratorResult<HandlerEvent, void>): void;
  reject(error: unknown): void;
}

/** An event that came, and what is to be done when it is taken. */
export interface Kept {
  readonly event: HandlerEvent;
  taken(isLast: boolean): void;
}

/** Where events that came meet those who wait for them. */
export class Outlet {
  readonly #kept: Kept[] = [];
  readonly #waiters: Waiter[] = [];

  /** Whether somebody waits. */
  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** Waits for an event. */
  wait(): Promise<IteratorResult<HandlerEvent, void>> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
    });
  }

  /** Keeps an event until somebody takes it. */
  keep(kept: Kept): void {
    this.#kept.push(kept);
  }

  /** Gives what is there to those who wait. */
  deliver(): void {
    while (this.#waiters.length > 0) {
      const kept = this.#kept.shift();
      if (kept === undefined) return;
      kept.taken(this.#kept.length === 0);
      this.#waiters.shift()?.resolve({ done: false, value: kept.event });
    }
  }

  /** Lets go of what nobody will take any more. */
  clear(): void {
    this.#kept.length = 0;
  }

  /** Tells all who wait that there is no more: the first gets the error, if there is one. */
  finish(error: { readonly value: unknown } | undefined): void {
    this.#waiters.splice(0).forEach((waiter, index) => {
      if (error !== undefined && index === 0) waiter.reject(error.value);
      else waiter.resolve({ done: true, value: undefined });
    });
  }
}
