import type { Death } from "./death.ts";

/** Error codes for too few descriptors, processes or memory. Such shortages pass when something else ends. */
const codes: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/** How long a request waits if no process is left that could end. */
const hopelessMs = 1000;

/** Share of its time that a document may wait for a process. The rest is needed to report why. */
const waitingShare = 0.8;

/** True if a failed start may succeed later. */
export function isShortage(systemCode: string): boolean {
  return codes.has(systemCode);
}

/** A request that waits. */
export interface WaitingRequest {
  /** When it began, as `performance.now()`. */
  readonly sinceMs: number;
  /** Maximum time of its document. */
  readonly timeMs: number;
}

/** Tracks a shortage, from the first failed start of a process to the next successful one. */
export class Shortage {
  #systemCode: string | undefined;
  #isPaused = false;
  #hopelessSinceMs: number | undefined;

  /** True if no start should be tried, because the last one failed and nothing has changed since. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** A process could not be started. `hasHope` is true if another process may end and make room. */
  begin(systemCode: string, hasHope: boolean): void {
    this.#systemCode = systemCode;
    this.#isPaused = true;
    this.#hopelessSinceMs = hasHope ? undefined : (this.#hopelessSinceMs ?? performance.now());
  }

  /** Something has changed, so a start may succeed. */
  mayPass(): void {
    this.#isPaused = false;
  }

  /** A process was started. */
  end(): void {
    this.#systemCode = undefined;
    this.#isPaused = false;
    this.#hopelessSinceMs = undefined;
  }

  /** Returns why a request must be refused now, or `undefined` if it can wait. */
  verdict({ sinceMs, timeMs }: WaitingRequest): Death | undefined {
    if (this.#systemCode === undefined) return undefined;
    const nowMs = performance.now();
    const isHopeless = this.#hopelessSinceMs !== undefined && nowMs - this.#hopelessSinceMs >= hopelessMs;
    const isLate = nowMs - sinceMs >= timeMs * waitingShare;
    return isHopeless || isLate ? { kind: "spawn", systemCode: this.#systemCode } : undefined;
  }
}
