import { type HandlerEvent, ReadError } from "@reader/core/handler";
import { type Description, unpackDescription } from "../../channel/handler-output.ts";
import { Alarm } from "../processes/alarm.ts";
import { deathError, timedOut } from "../processes/death.ts";
import type { ChildProvider } from "../processes/child-provider.ts";
import type { Arrival, Loss, HostedDocument } from "../processes/hosted-document.ts";
import type { PooledChild } from "../processes/pooled-child.ts";
import { deathFacts, protocolError, stopError, takeEnd, takeEvent, assignBlame, Retries } from "./outcomes.ts";
import { CallServer } from "./call-server.ts";
import { type Amount, createLease, endLease, isFull, type Lease, takeFrom } from "./lease.ts";
import { cancelMessage, openMessage, stepTimeMs, type Task } from "./task.ts";

/** Keeps this program alive and limits the time of a step while a consumer waits for a document. */
class StepTimer {
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

/** A consumer that asked within this time is expected to ask again. */
const absenceMs = 100;

/**
 * Reads a document in a child, as an iterator in this process. If the child is lost, the handler runs again in another
 * child and the events that already arrived are skipped.
 */
export class RemoteDocument implements AsyncIterator<HandlerEvent, void>, HostedDocument {
  readonly #task: Task;
  readonly #provider: ChildProvider;
  readonly #queue = new EventQueue();
  #state: "fresh" | "waiting" | "running" | "stopping" | "over" = "fresh";
  #lease: Lease | undefined;
  #error: { readonly value: unknown } | undefined;
  #description: Description | undefined;
  readonly #received: Amount = { events: 0, bytes: 0 };
  readonly #retries = new Retries();
  #lastPull = 0;
  readonly #stepTimer: StepTimer;
  /** Time for a cancelled handler to stop. */
  readonly #stopTimer = new Alarm();
  #takeBack: () => void = () => undefined;
  readonly #onAbort = (): void => this.#cancel(this.#task.context.signal.reason);
  #isGone: () => void = () => undefined;
  readonly #gone = new Promise<void>((resolve) => (this.#isGone = resolve));

  constructor(task: Task, provider: ChildProvider) {
    this.#task = task;
    this.#provider = provider;
    const expire = (timeMs: number): void => this.#cancel(timedOut(task.source.path, timeMs));
    this.#stepTimer = new StepTimer(stepTimeMs(task), expire);
  }

  /** The result of `info` or `outline`, once the document has ended without an error. */
  get description(): Description | undefined {
    return this.#description;
  }

  /** Returns the next event. Starts the handler if necessary. */
  next(): Promise<IteratorResult<HandlerEvent, void>> {
    this.#lastPull = performance.now();
    const result = this.#queue.wait();
    this.#settle();
    return result;
  }

  /** Stops the handler. Resolves when it has stopped or was killed. */
  async return(): Promise<IteratorResult<HandlerEvent, void>> {
    this.#cancel(new ReadError("aborted", `The reading of ${this.#task.source.path} was stopped.`));
    this.#queue.clear();
    this.#error = undefined;
    if (this.#state === "stopping") this.#stopTimer.hold();
    await this.#gone;
    return { done: true, value: undefined };
  }

  isComputing(): boolean {
    const lease = this.#lease;
    if (lease === undefined) return false;
    return this.#state === "stopping" || (lease.openPulls === 0 && !isFull(lease));
  }

  isAwaited(): boolean {
    const isNear = this.#queue.isAwaited || performance.now() - this.#lastPull < absenceMs;
    return isNear || this.#state === "stopping";
  }

  isNesting(): boolean {
    return this.#lease !== undefined && this.#lease.openPulls > 0;
  }

  receive(arrival: Arrival): void {
    const { type } = arrival.message;
    const lease = this.#lease;
    if (lease === undefined) return;
    if (type === "end") return this.#takeEnd(lease, arrival);
    // Sent before the handler was cancelled.
    if (this.#state === "stopping" && (type === "event" || type === "description")) return;
    if (type === "event") return this.#takeEvent(lease, arrival);
    if (type === "description") return this.#takeDescription(arrival);
    const fault = lease.server.receive(arrival);
    if (fault !== undefined) this.#break(fault);
  }

  lost(loss: Loss): void {
    const wasStopping = this.#state === "stopping";
    const blame = assignBlame(loss, this.#lease);
    this.#closeLease();
    if (wasStopping || this.#state === "over") return this.#finish();
    if (this.#retries.afterLoss(blame)) return this.#startAgain();
    this.#finish({ value: deathError(loss.death, deathFacts(this.#task)) });
  }

  #settle(): void {
    this.#queue.deliver();
    if (!this.#queue.isAwaited) return this.#rest();
    if (this.#state === "over" || this.#state === "stopping") return this.#settleAll();
    if (this.#state === "fresh") this.#begin();
    if (this.#queue.isAwaited) this.#stepTimer.begin(this.#lease);
  }

  #settleAll(): void {
    if (!this.#queue.isAwaited) return;
    this.#queue.finish(this.#error);
    this.#error = undefined;
    this.#rest();
  }

  #begin(): void {
    const { signal } = this.#task.context;
    if (signal.aborted) return this.#cancel(signal.reason);
    signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#state = "waiting";
    this.#takeBack = this.#provider.acquire({
      isAlone: this.#retries.isSuspect,
      timeMs: stepTimeMs(this.#task),
      grant: (child) => this.#open(child),
      refuse: (death) => this.lost({ death, isSuspect: true, isSure: true }),
    });
  }

  #open(child: PooledChild): void {
    const document = child.board(this, stepTimeMs(this.#task));
    const server = new CallServer(this.#task, child.link, {
      nesting: (openPulls) => this.#setPulls(lease, openPulls),
      recognising: (openImages) => this.#setOpenImages(lease, openImages),
    });
    const lease = createLease(child, document, server);
    this.#lease = lease;
    this.#state = "running";
    this.#stepTimer.board(child);
    child.link.main.send(openMessage(this.#task, document, this.#received.events));
  }

  #setPulls(lease: Lease, openPulls: number): void {
    const wasBlocked = lease.openPulls > 0;
    lease.openPulls = openPulls;
    if (lease.isOpen && !wasBlocked) this.#provider.eased();
  }

  #setOpenImages(lease: Lease, openImages: number): void {
    lease.openImages = openImages;
    if (lease.isOpen && this.#state === "running") this.#stepTimer.setOpenImages(openImages);
  }

  #takeEvent(lease: Lease, arrival: Arrival): void {
    const taken = takeEvent(arrival, { task: this.#task, lease, received: this.#received });
    if ("error" in taken) return this.#fail(taken.error);
    this.#queue.keep({ event: taken.event, taken: (isLast) => takeFrom(lease, arrival.bytes, isLast) });
    this.#settle();
    if (isFull(lease)) this.#provider.eased();
  }

  #takeDescription({ message }: Arrival): void {
    this.#description = unpackDescription(this.#task.verb, message["description"]);
    if (this.#description === undefined) this.#break("an invalid description");
  }

  #takeEnd(lease: Lease, arrival: Arrival): void {
    const wasStopping = this.#state === "stopping";
    const { error, visit, mayBeInherited } = takeEnd(arrival, { task: this.#task, lease, wasStopping });
    this.#closeLease();
    // The child first, so that no other document gets a damaged child.
    this.#provider.left(lease.child, visit);
    if (mayBeInherited && this.#retries.afterFailure()) return this.#startAgain();
    this.#finish(wasStopping ? undefined : error);
  }

  #startAgain(): void {
    this.#state = "fresh";
    this.#settle();
  }

  /** Ends the document for its consumer now, and gives the handler a short time to stop. */
  #cancel(reason: unknown): void {
    if (this.#state === "over" || this.#state === "stopping") return;
    this.#takeBack();
    this.#queue.clear();
    const error = { value: stopError(reason) };
    const lease = this.#lease;
    if (lease === undefined) return this.#finish(error);
    this.#state = "stopping";
    this.#error = error;
    this.#settleAll();
    lease.server.stop(reason);
    lease.child.link.main.send(cancelMessage(lease.document, reason));
    this.#stopTimer.start(this.#task.limits.hardKillAfterMs, () => lease.child.condemn());
    // If this program ends first, the child ends with it.
    this.#stopTimer.release();
  }

  /** The child violated the protocol. */
  #break(fault: string): void {
    this.#fail(protocolError(this.#task, fault));
  }

  /** Ends the document with an error and its child, which can no longer be trusted. */
  #fail(error: unknown): void {
    const child = this.#lease?.child;
    this.#closeLease();
    this.#finish({ value: error });
    child?.condemn();
  }

  #finish(error?: { readonly value: unknown }): void {
    if (this.#state !== "over") {
      this.#state = "over";
      this.#error ??= error;
    }
    this.#stopTimer.stop();
    this.#task.context.signal.removeEventListener("abort", this.#onAbort);
    this.#isGone();
    this.#settle();
  }

  #closeLease(): void {
    const lease = this.#lease;
    if (lease === undefined) return;
    this.#rest();
    endLease(lease);
    this.#lease = undefined;
  }

  #rest(): void {
    this.#stepTimer.end(this.#lease);
  }
}

interface Waiter {
  resolve(result: IteratorResult<HandlerEvent, void>): void;
  reject(error: unknown): void;
}

/** A received event and a callback for when it is taken. */
interface Kept {
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
