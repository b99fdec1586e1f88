import { type HandlerEvent, ReadError } from "@reader/core/handler";
import { type Told, unpackTold } from "../../channel/handler-output.ts";
import { Alarm } from "../processes/alarm.ts";
import { deathError, timedOut } from "../processes/death.ts";
import type { Depot } from "../processes/depot.ts";
import type { Arrival, Loss, Passenger } from "../processes/passenger.ts";
import type { PooledChild } from "../processes/pooled-child.ts";
import { deathFacts, protocolError, stopError, takeEnd, takeEvent } from "./arrivals.ts";
import { Attendance } from "./attendance.ts";
import { CallServer } from "./call-server.ts";
import { type Amount, createStay, endStay, isFull, type Stay, takeFrom } from "./lease.ts";
import { Outlet } from "./outlet.ts";
import { judgeLoss, SecondChances } from "./retries.ts";
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
  readonly #received: Amount = { events: 0, bytes: 0 };
  readonly #chances = new SecondChances();
  #lastWish = 0;
  readonly #attendance: Attendance;
  /** How long a handler that was told to stop may take for it. */
  readonly #respite = new Alarm();
  #takeBack: () => void = () => undefined;
  readonly #onAbort = (): void => this.#cancel(this.#task.context.signal.reason);
  #isGone: () => void = () => undefined;
  readonly #gone = new Promise<void>((resolve) => (this.#isGone = resolve));

  constructor(task: Task, depot: Depot) {
    this.#task = task;
    this.#depot = depot;
    const expire = (timeMs: number): void => this.#cancel(timedOut(task.source.path, timeMs));
    this.#attendance = new Attendance(stepTimeMs(task), expire);
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
    if (this.#state === "leaving") this.#respite.hold();
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
    if (this.#outlet.isAwaited) this.#attendance.begin(this.#stay);
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
      timeMs: stepTimeMs(this.#task),
      grant: (child) => this.#open(child),
      refuse: (death) => this.lost({ death, isSuspect: true, isSure: true }),
    });
  }

  #open(child: PooledChild): void {
    const document = child.board(this, stepTimeMs(this.#task));
    const server = new CallServer(this.#task, child.link, {
      nesting: (openPulls) => this.#setPulls(stay, openPulls),
      recognising: (openPictures) => this.#setPictures(stay, openPictures),
    });
    const stay = createStay(child, document, server);
    this.#stay = stay;
    this.#state = "running";
    this.#attendance.board(child);
    child.link.main.send(openMessage(this.#task, document, this.#received.events));
  }

  #setPulls(stay: Stay, openPulls: number): void {
    const wasBlocked = stay.openPulls > 0;
    stay.openPulls = openPulls;
    if (stay.isOpen && !wasBlocked) this.#depot.eased();
  }

  #setPictures(stay: Stay, openPictures: number): void {
    stay.openPictures = openPictures;
    if (stay.isOpen && this.#state === "running") this.#attendance.setPictures(openPictures);
  }

  #takeEvent(stay: Stay, arrival: Arrival): void {
    const taken = takeEvent(arrival, { task: this.#task, stay, received: this.#received });
    if ("error" in taken) return this.#fail(taken.error);
    this.#outlet.keep({ event: taken.event, taken: (isLast) => takeFrom(stay, arrival.bytes, isLast) });
    this.#settle();
    if (isFull(stay)) this.#depot.eased();
  }

  #takeTold({ message }: Arrival): void {
    this.#told = unpackTold(this.#task.verb, message["told"]);
    if (this.#told === undefined) this.#break("a description that makes no sense");
  }

  #takeEnd(stay: Stay, arrival: Arrival): void {
    const wasLeaving = this.#state === "leaving";
    const { error, visit, mayBeInherited } = takeEnd(arrival, { task: this.#task, stay, wasLeaving });
    this.#closeStay();
    // First the child, so that nobody who is told that the document is over can board a damaged one.
    this.#depot.left(stay.child, visit);
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
    const error = { value: stopError(reason) };
    const stay = this.#stay;
    if (stay === undefined) return this.#finish(error);
    this.#state = "leaving";
    this.#error = error;
    this.#settleAll();
    stay.server.stop(reason);
    stay.child.link.main.send(cancelMessage(stay.document, reason));
    this.#respite.start(this.#task.limits.hardKillAfterMs, () => stay.child.condemn());
    // Should this program end before, the child ends with it.
    this.#respite.release();
  }

  /** The child broke the rules. */
  #break(fault: string): void {
    this.#fail(protocolError(this.#task, fault));
  }

  /** Ends the document with an error, and the child with it: it cannot be trusted any more. */
  #fail(error: unknown): void {
    const child = this.#stay?.child;
    this.#closeStay();
    this.#finish({ value: error });
    child?.condemn();
  }

  #finish(error?: { readonly value: unknown }): void {
    if (this.#state !== "over") {
      this.#state = "over";
      this.#error ??= error;
    }
    this.#respite.stop();
    this.#task.context.signal.removeEventListener("abort", this.#onAbort);
    this.#isGone();
    this.#settle();
  }

  #closeStay(): void {
    const stay = this.#stay;
    if (stay === undefined) return;
    this.#rest();
    endStay(stay);
    this.#stay = undefined;
  }

  #rest(): void {
    this.#attendance.end(this.#stay);
  }
}
