import { ReadError, type HandlerEvent } from "@reader/core/handler";
import { checkError } from "../channel/check-error.ts";
import { unpackEvent } from "../channel/unpack-event.ts";
import { unpackTold, type Told } from "../channel/unpack-told.ts";
import { Alarm } from "./alarm.ts";
import { CallServer } from "./call-server.ts";
import { deathError, timedOut } from "./death.ts";
import type { Depot } from "./depot.ts";
import { isClean } from "./is-clean.ts";
import { judgeLoss, type Loss } from "./loss.ts";
import { Outlet } from "./outlet.ts";
import type { Arrival, Passenger, PooledChild } from "./pooled-child.ts";
import { deathFacts, errorFacts } from "./fault-facts.ts";
import { outputFault } from "./output-fault.ts";
import { reviveError } from "./revive-error.ts";
import { SecondChances } from "./second-chances.ts";
import { createStay, isFull, takeFrom, type Stay } from "./stay.ts";
import { cancelMessage, openMessage, stepTimeMs, type Task } from "./task.ts";

/** A consumer that was here so lately will be back at once. */
const absenceMs = 100;

/**
 * A document that is read in a child, as an iterator in this process. It can lose its child and go on in another one:
 * there the handler runs again, and the events that came already are left out.
 */
export class RemoteDocument implements AsyncIterator<HandlerEvent, void>, Passenger {
  readonly #task: Task;
  readonly #depot: Depot;
  readonly #outlet = new Outlet();
  #state: "fresh" | "waiting" | "running" | "leaving" | "over" = "fresh";
  #stay: Stay | undefined;
  #error: { readonly value: unknown } | undefined;
  #told: Told | undefined;
  #received = { events: 0, bytes: 0 };
  readonly #chances = new SecondChances();
  #lastWish = 0;
  #isHeld = false;
  readonly #alarm = new Alarm();
  #takeBack: () => void = () => undefined;
  readonly #onAbort = (): void => this.#cancel(this.#task.context.signal.reason);
  #isGone: () => void = () => undefined;
  readonly #gone = new Promise<void>((resolve) => (this.#isGone = resolve));

  constructor(task: Task, depot: Depot) {
    this.#task = task;
    this.#depot = depot;
  }

  /** What `info` or `outline` gave, once the document is over without an error. */
  get told(): Told | undefined {
    return this.#told;
  }

  /** The next event; starts the handler, or goes on with it. */
  next(): Promise<IteratorResult<HandlerEvent, void>> {
    this.#lastWish = performance.now();
    const result = this.#outlet.wait();
    this.#settle();
    return result;
  }

  /** Stops the handler; resolves when it has stopped, or was killed because it did not. */
  async return(): Promise<IteratorResult<HandlerEvent, void>> {
    this.#cancel(new ReadError("aborted", `The reading of ${this.#task.source.path} was stopped.`));
    this.#outlet.clear();
    this.#error = undefined;
    if (this.#state === "leaving") this.#alarm.hold();
    await this.#gone;
    return { done: true, value: undefined };
  }

  isComputing(): boolean {
    const stay = this.#stay;
    if (stay === undefined) return false;
    return this.#state === "leaving" || (stay.openPulls === 0 && !isFull(stay));
  }

  isAwaited(): boolean {
    const isNear = this.#outlet.isAwaited || performance.now() - this.#lastWish < absenceMs;
    return isNear || this.#state === "leaving";
  }

  isNesting(): boolean {
    return this.#stay !== undefined && this.#stay.openPulls > 0;
  }

  receive(arrival: Arrival): void {
    const { type } = arrival.message;
    const stay = this.#stay;
    if (stay === undefined) return;
    if (type === "end") return this.#takeEnd(stay, arrival);
    // What was under way when the handler was told to stop.
    if (this.#state === "leaving" && (type === "event" || type === "told")) return;
    if (type === "event") return this.#takeEvent(stay, arrival);
    if (type === "told") return this.#takeTold(arrival);
    const fault = stay.server.receive(arrival);
    if (fault !== undefined) this.#break(fault);
  }

  lost(loss: Loss): void {
    const wasLeaving = this.#state === "leaving";
    const judgement = judgeLoss(loss, this.#stay);
    this.#closeStay();
    if (wasLeaving || this.#state === "over") return this.#finish();
    if (this.#chances.afterLoss(judgement)) return this.#startAgain();
    this.#finish({ value: deathError(loss.death, deathFacts(this.#task)) });
  }

  #settle(): void {
    this.#outlet.deliver();
    if (!this.#outlet.isAwaited) return this.#rest();
    if (this.#state === "over" || this.#state === "leaving") return this.#settleAll();
    if (this.#state === "fresh") this.#begin();
    if (this.#outlet.isAwaited) this.#hold();
  }

  #settleAll(): void {
    if (!this.#outlet.isAwaited) return;
    this.#outlet.finish(this.#error);
    this.#error = undefined;
    this.#rest();
  }

  #begin(): void {
    const { signal } = this.#task.context;
    if (signal.aborted) return this.#cancel(signal.reason);
    signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#state = "waiting";
    this.#takeBack = this.#depot.acquire({
      isAlone: this.#chances.isSuspect,
      grant: (child) => this.#open(child),
      refuse: (death) => this.lost({ death, isSuspect: true, isSure: true }),
    });
  }

  #open(child: PooledChild): void {
    const document = child.board(this);
    const server = new CallServer(this.#task, child.link, {
      nesting: (openPulls) => this.#setPulls(stay, openPulls),
      recognising: (openPictures) => this.#setPictures(stay, openPictures),
    });
    const stay = createStay(child, document, server);
    this.#stay = stay;
    this.#state = "running";
    if (this.#isHeld) child.link.hold();
    child.link.main.send(openMessage(this.#task, document, this.#received.events));
  }

  #setPulls(stay: Stay, openPulls: number): void {
    const wasBlocked = stay.openPulls > 0;
    stay.openPulls = openPulls;
    if (stay.isOpen && !wasBlocked) this.#depot.eased();
  }

  /** What others recognise for it is not taken off its time. */
  #setPictures(stay: Stay, openPictures: number): void {
    stay.openPictures = openPictures;
    if (!stay.isOpen || !this.#isHeld || this.#state !== "running") return;
    return openPictures > 0 ? this.#alarm.stop() : this.#startClock();
  }

  #takeEvent(stay: Stay, { message, tail, bytes }: Arrival): void {
    if (isFull(stay)) return this.#break("more than it was asked for");
    const event = this.#task.verb === "read" ? unpackEvent(message["event"], tail) : undefined;
    if (event === undefined) return this.#fail(reviveError({ kind: "malformed" }, errorFacts(this.#task, stay)));
    for (const amount of [this.#received, stay.received]) {
      amount.events += 1;
      amount.bytes += bytes;
    }
    // The child holds itself to the same limits, and is not believed.
    const fault = outputFault(this.#task, { event: bytes, all: this.#received.bytes });
    if (fault !== undefined) return this.#fail(fault);
    this.#outlet.keep({ event, taken: (isLast) => takeFrom(stay, bytes, isLast) });
    this.#settle();
    if (isFull(stay)) this.#depot.eased();
  }

  #takeTold({ message }: Arrival): void {
    this.#told = unpackTold(this.#task.verb, message["told"]);
    if (this.#told === undefined) this.#break("a description that makes no sense");
  }

  #takeEnd(stay: Stay, { message }: Arrival): void {
    const packed = message["error"] === undefined ? undefined : checkError(message["error"]);
    const error = packed === undefined ? undefined : { value: reviveError(packed, errorFacts(this.#task, stay)) };
    const wasLeaving = this.#state === "leaving";
    this.#closeStay();
    // First the child, so that nobody who is told that the document is over can board a damaged one.
    this.#depot.left(stay.child, { rssBytes: Number(message["rssBytes"]), isClean: isClean(packed, wasLeaving) });
    const mayBeInherited = !wasLeaving && packed?.kind === "other" && stay.document > 1;
    if (mayBeInherited && this.#chances.afterFailure()) return this.#startAgain();
    this.#finish(wasLeaving ? undefined : error);
  }

  #startAgain(): void {
    this.#state = "fresh";
    this.#settle();
  }

  /** Ends the document for its consumer now, and lets its handler stop in its own time, which is short. */
  #cancel(reason: unknown): void {
    if (this.#state === "over" || this.#state === "leaving") return;
    this.#takeBack();
    this.#outlet.clear();
    const error = {
      value: ReadError.is(reason) ? reason : new ReadError("aborted", "The read was aborted by its caller."),
    };
    const stay = this.#stay;
    if (stay === undefined) return this.#finish(error);
    this.#state = "leaving";
    this.#error = error;
    this.#settleAll();
    stay.server.stop(reason);
    stay.child.link.main.send(cancelMessage(stay.document, reason));
    this.#alarm.start(this.#task.limits.hardKillAfterMs, () => stay.child.link.kill({ kind: "ended" }));
    // Should this program end before, the child ends with it.
    this.#alarm.release();
  }

  /** The child broke the rules. */
  #break(fault: string): void {
    this.#fail(deathError({ kind: "protocol", fault }, deathFacts(this.#task)));
  }

  /** Ends the document with an error, and the child with it: it cannot be trusted any more. */
  #fail(error: unknown): void {
    const child = this.#stay?.child;
    this.#closeStay();
    this.#finish({ value: error });
    child?.link.kill({ kind: "ended" });
  }

  #finish(error?: { readonly value: unknown }): void {
    if (this.#state !== "over") {
      this.#state = "over";
      this.#error ??= error;
    }
    this.#alarm.stop();
    this.#task.context.signal.removeEventListener("abort", this.#onAbort);
    this.#isGone();
    this.#settle();
  }

  #closeStay(): void {
    const stay = this.#stay;
    if (stay === undefined) return;
    this.#rest();
    stay.isOpen = false;
    stay.server.end();
    stay.child.passengers.delete(stay.document);
    this.#stay = undefined;
  }

  /** Somebody waits: this program lives on, and the clock runs. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#stay?.child.link.hold();
    if ((this.#stay?.openPictures ?? 0) === 0) this.#startClock();
  }

  #startClock(): void {
    const timeMs = stepTimeMs(this.#task);
    if (!Number.isFinite(timeMs)) return;
    this.#alarm.start(timeMs, () => this.#cancel(timedOut(this.#task.source.path, timeMs)));
  }

  #rest(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#alarm.stop();
    this.#stay?.child.link.release();
  }
}
