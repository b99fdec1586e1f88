import { Alarm } from "../processes/alarm.ts";
import type { PooledChild } from "../processes/pooled-child.ts";
import type { Stay } from "./lease.ts";

/** While somebody waits for a document, this program lives on, and the clock of a step runs. */
export class Attendance {
  readonly #timeMs: number;
  readonly #expire: (timeMs: number) => void;
  readonly #clock = new Alarm();
  #isHeld = false;

  /** A step may take `timeMs`; then it has expired. */
  constructor(timeMs: number, expire: (timeMs: number) => void) {
    this.#timeMs = timeMs;
    this.#expire = expire;
  }

  /** Somebody waits. */
  begin(stay: Stay | undefined): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    stay?.child.link.hold();
    if ((stay?.openPictures ?? 0) === 0) this.#startClock();
  }

  /** The document is given to a child, for which somebody may be waiting. */
  board(child: PooledChild): void {
    if (this.#isHeld) child.link.hold();
  }

  /** What others recognise for the document is not taken off its time. */
  setPictures(openPictures: number): void {
    if (!this.#isHeld) return;
    if (openPictures > 0) this.#clock.stop();
    else this.#startClock();
  }

  /** Nobody waits any more. */
  end(stay: Stay | undefined): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#clock.stop();
    stay?.child.link.release();
  }

  #startClock(): void {
    if (Number.isFinite(this.#timeMs)) this.#clock.start(this.#timeMs, () => this.#expire(this.#timeMs));
  }
}
