import type { HandlerEvent } from "@reader/core/handler";

interface Waiter {
  resolve(result: IteratorResult<HandlerEvent, void>): void;
  reject(error: unknown): void;
}

/** A received event and a callback for when it is taken. */
export interface Kept {
  readonly event: HandlerEvent;
  taken(isLast: boolean): void;
}

/** Matches received events with consumers that wait for them. */
export class EventQueue {
  readonly #kept: Kept[] = [];
  readonly #waiters: Waiter[] = [];

  /** True if a consumer waits. */
  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** Waits for an event. */
  wait(): Promise<IteratorResult<HandlerEvent, void>> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
    });
  }

  /** Adds an event. */
  keep(kept: Kept): void {
    this.#kept.push(kept);
  }

  /** Delivers queued events to waiting consumers. */
  deliver(): void {
    while (this.#waiters.length > 0) {
      const kept = this.#kept.shift();
      if (kept === undefined) return;
      kept.taken(this.#kept.length === 0);
      this.#waiters.shift()?.resolve({ done: false, value: kept.event });
    }
  }

  /** Drops all queued events. */
  clear(): void {
    this.#kept.length = 0;
  }

  /** Ends the queue. The first waiting consumer gets the error, if there is one. */
  finish(error: { readonly value: unknown } | undefined): void {
    this.#waiters.splice(0).forEach((waiter, index) => {
      if (error !== undefined && index === 0) waiter.reject(error.value);
      else waiter.resolve({ done: true, value: undefined });
    });
  }
}
