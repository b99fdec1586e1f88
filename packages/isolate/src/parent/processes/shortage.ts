import type { Death } from "./death.ts";

/** Codes of the system for too few descriptors, processes or memory. They pass when something else ends. */
const codes: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/** How long a wish waits if no process is left whose end could help. */
const hopelessMs = 1000;

/** Share of its time that a document waits for a process: its reader must still be able to say why. */
const waitingShare = 0.8;

/** Whether a failed start of a process may succeed later. */
export function isShortage(systemCode: string): boolean {
  return codes.has(systemCode);
}

/** A wish that waits. */
export interface WaitingWish {
  /** When it began, by `performance.now()`. */
  readonly sinceMs: number;
  /** How long its document may take. */
  readonly timeMs: number;
}

/** The time from the first process that could not be started to the next one that could. */
export class Shortage {
  #systemCode: string | undefined;
  #isPaused = false;
  #hopelessSinceMs: number | undefined;

  /** Whether to start no process now, because the last try failed and nothing has changed since. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** A process could not be started. `hasHope` says whether another process may end and make room. */
  begin(systemCode: string, hasHope: boolean): void {
    this.#systemCode = systemCode;
    this.#isPaused = true;
    this.#hopelessSinceMs = hasHope ? undefined : (this.#hopelessSinceMs ?? performance.now());
  }

  /** Something has changed, so another try is worth it. */
  mayPass(): void {
    this.#isPaused = false;
  }

  /** A process was started. */
  end(): void {
    this.#systemCode = undefined;
    this.#isPaused = false;
    this.#hopelessSinceMs = undefined;
  }

  /** Why a wish must be refused now; `undefined` if it can wait. */
  verdict({ sinceMs, timeMs }: WaitingWish): Death | undefined {
    if (this.#systemCode === undefined) return undefined;
    const nowMs = performance.now();
    const isHopeless = this.#hopelessSinceMs !== undefined && nowMs - this.#hopelessSinceMs >= hopelessMs;
    const isLate = nowMs - sinceMs >= timeMs * waitingShare;
    return isHopeless || isLate ? { kind: "spawn", systemCode: this.#systemCode } : undefined;
  }
}
