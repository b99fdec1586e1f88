import { Alarm } from "../processes/alarm.ts";
import type { PooledChild } from "../processes/pooled-child.ts";
import type { Lease } from "./lease.ts";

/** Keeps this program alive and limits the time of a step while a consumer waits for a document. */
export class StepTimer {
  readonly #timeMs: number;
  readonly #expire: (timeMs: number) => void;
  readonly #clock = new Alarm();
  #isHeld = false;

  /** Calls `expire` when a step takes longer than `timeMs`. */
  constructor(timeMs: number, expire: (timeMs: number) => void) {
    this.#timeMs = timeMs;
    this.#expire = expire;
  }

  /** The consumer starts to wait. */
  begin(lease: Lease | undefined): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    lease?.child.link.hold();
    if ((lease?.openImages ?? 0) === 0) this.#startClock();
  }

  /** The document got a child while a consumer may be waiting. */
  board(child: PooledChild): void {
    if (this.#isHeld) child.link.hold();
  }

  /** Stops the clock while the parent recognises text for the document. */
  setOpenImages(openImages: number): void {
    if (!this.#isHeld) return;
    if (openImages > 0) this.#clock.stop();
    else this.#startClock();
  }

  /** The consumer no longer waits. */
  end(lease: Lease | undefined): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#clock.stop();
    lease?.child.link.release();
  }

  #startClock(): void {
    if (Number.isFinite(this.#timeMs)) this.#clock.start(this.#timeMs, () => this.#expire(this.#timeMs));
  }
}
