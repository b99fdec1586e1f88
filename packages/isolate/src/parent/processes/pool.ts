import { maxRestingShare } from "../../options/limits.ts";
import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import type { Link } from "./link.ts";
import { type ChildOptions, PooledChild } from "./pooled-child.ts";
import { isShortage, Shortage } from "./shortage.ts";
import type { Wish } from "./depot.ts";

/** What is known of a child when a document leaves it. */
export interface Departure {
  readonly rssBytes: number;
  readonly isSound: boolean;
}

/** Deaths that say nothing about what a process read before: the pool ended it, or it never began. */
const harmless: ReadonlySet<Death["kind"]> = new Set(["ended", "spawn"]);

/** All child processes of one isolation. */
export class Pool {
  readonly #options: ChildOptions;
  readonly #children = new Set<PooledChild>();
  /** Also those that were killed and are not gone yet. */
  readonly #links = new Set<Link>();
  readonly #wishes: Wish[] = [];
  #isServing = false;
  #condemned = 0;
  readonly #shortage = new Shortage();
  readonly #timers: PoolTimers;
  #uses = 0;

  constructor(options: ChildOptions) {
    this.#options = options;
    const { idleMs } = options.limits;
    const losePatience = (): void => {
      this.#shortage.mayPass();
      this.serve();
    };
    this.#timers = new PoolTimers({ idleMs, losePatience, endIdle: () => void this.freeIdle() });
  }

  /** How many processes were ended because they could not be trusted any more. */
  get condemned(): number {
    return this.#condemned;
  }

  /** Grants a child at once or as soon as there is one. */
  acquire(wish: Wish): void {
    this.#wishes.push(wish);
    this.serve();
  }

  /** Takes a wish back. */
  forget(wish: Wish): void {
    const index = this.#wishes.indexOf(wish);
    if (index !== -1) this.#wishes.splice(index, 1);
  }

  /** Starts a child of a family that has none, if there is room. */
  warm(family: Family): void {
    const has = [...this.#children].some((child) => child.family === family);
    if (has || this.#children.size >= this.#options.limits.maxKeptProcesses) return;
    try {
      this.#spawn(family);
    } catch {
      // The first read will say what is wrong.
    }
  }

  /** Looks whether waiting wishes can be granted; called whenever a document pauses, ends or waits for another one. */
  serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#grantOne());
    this.#isServing = false;
    this.#timers.set({ wishes: this.#wishes.length, children: this.#children.size });
  }

  #grantOne(): boolean {
    for (const wish of this.#wishes) {
      const child = this.#tryToFind(wish);
      if (child === undefined) continue;
      this.forget(wish);
      if (!(child instanceof PooledChild)) {
        wish.refuse(child);
        return true;
      }
      this.#uses += 1;
      child.lastUsed = this.#uses;
      wish.grant(child);
      return true;
    }
    return false;
  }

  /** A document is done with a child. One that may be damaged is ended at once; its other documents move. */
  leave(child: PooledChild, { rssBytes, isSound }: Departure): void {
    const { maxDocuments, maxMemoryBytes } = this.#options.limits;
    if (child.served >= maxDocuments || rssBytes > maxMemoryBytes * maxRestingShare) child.isRetiring = true;
    const isDone = child.isRetiring && child.passengers.size === 0;
    if (!child.isDead && !isSound) child.condemn();
    else if (!child.isDead && isDone) child.link.kill({ kind: "ended" });
    this.serve();
  }

  /** A child is gone. Documents that did not cause it go on in another one. */
  died(child: PooledChild, death: Death): void {
    this.#children.delete(child);
    if (child.isCondemned || !harmless.has(death.kind)) this.#condemned += 1;
    const passengers = [...child.passengers.values()];
    child.passengers.clear();
    const suspects = new Set(passengers.filter((each) => each.isComputing()));
    for (const passenger of passengers) {
      passenger.lost({ death, isSuspect: suspects.has(passenger), isSure: suspects.size === 1 });
    }
    this.serve();
  }

  /** Ends the processes without documents; returns whether there was one. */
  freeIdle(): boolean {
    const idle = [...this.#children].filter((child) => child.passengers.size === 0 && !child.isTested);
    for (const child of idle) child.link.kill({ kind: "ended" });
    return idle.length > 0;
  }

  /** Ends all processes and waits until they are gone. */
  async close(): Promise<void> {
    this.#timers.stop();
    const links = [...this.#links];
    // Whoever waits for the end of them stays until then.
    for (const link of links) link.hold();
    for (const link of links) link.kill({ kind: "ended" });
    await Promise.all(links.map((link) => link.exited));
  }

  #tryToFind(wish: Wish): PooledChild | Death | undefined {
    try {
      return this.#find(wish);
    } catch (error) {
      const systemCode = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      return isShortage(systemCode) ? this.#waitForRoom(wish, systemCode) : { kind: "spawn", systemCode };
    }
  }

  #find(wish: Wish): PooledChild | Death | undefined {
    const { maxProcesses, maxKeptProcesses, maxDocuments } = this.#options.limits;
    const computing = [...this.#children].filter((child) => child.isComputing());
    const isBusy = computing.length >= maxProcesses;
    const best = isBusy ? undefined : bestChild(this.#children, wish, maxDocuments);
    if (best !== undefined) return best;
    if (this.#shortage.isPaused) return this.#shortage.verdict(wish);
    if (isBusy) return this.#makeRoom(wish, computing) ? this.#spawn(wish.family) : undefined;
    // Where all are needed, one more: a document that waits for one inside it would wait for ever if that had no place.
    if (this.#children.size >= maxKeptProcesses) this.#makeRoom(wish);
    return this.#spawn(wish.family);
  }

  /** No process can be started: ends what is not needed, and waits for what is. */
  #waitForRoom(wish: Wish, systemCode: string): Death | undefined {
    const hasEnded = freeIdleOf(running) || this.#makeRoom(wish);
    const hasHope = hasEnded || [...running].some((pool) => pool.#mayGetRoom());
    this.#shortage.begin(systemCode, hasHope);
    return this.#shortage.verdict(wish);
  }

  /** Whether a process is about to end, or works and will have time afterwards. */
  #mayGetRoom(): boolean {
    return this.#links.size > this.#children.size || [...this.#children].some((child) => child.isComputing());
  }

  /** Ends a child. Documents that it had go on in another one when somebody waits for them. */
  #makeRoom(wish: Wish, among: Iterable<PooledChild> = this.#children): boolean {
    const victim = leastMissed(among, wish);
    victim?.link.kill({ kind: "ended" });
    return victim !== undefined;
  }

  #spawn(family: Family): PooledChild {
    const child = new PooledChild(family, this.#options, this);
    this.#shortage.end();
    running.add(this);
    this.#children.add(child);
    const { link } = child;
    this.#links.add(link);
    void link.exited.then(() => this.#gone(link));
    return child;
  }

  /** A process does not exist any more, and its descriptors are free. */
  #gone(link: Link): void {
    this.#links.delete(link);
    if (this.#links.size === 0) running.delete(this);
    for (const pool of [this, ...running]) pool.#retry();
  }

  /** Tries again to start a process if the last try failed. */
  #retry(): void {
    if (!this.#shortage.isPaused) return;
    this.#shortage.mayPass();
    this.serve();
  }
}

/** Pools of this program that have processes: one ends its idle processes if another cannot start one. */
const running = new Set<Pool>();

function freeIdleOf(pools: ReadonlySet<Pool>): boolean {
  return [...pools].filter((pool) => pool.freeIdle()).length > 0;
}

/** Documents that one child may have at a time; nearly all of them are suspended. */
const maxPassengers = 16;

/** The child for a wish among those that there are, each of which is given so many documents in its life. */
function bestChild(children: Iterable<PooledChild>, wish: Wish, maxDocuments: number): PooledChild | undefined {
  return [...children]
    .filter((child) => child.family === wish.family && child.served < maxDocuments && canBoard(child, wish))
    .toSorted((one, other) => preference(other) - preference(one))[0];
}

/** The child that will be missed least: one without documents, else one whose documents nobody waits for. */
function leastMissed(children: Iterable<PooledChild>, { family, isAlone }: Wish): PooledChild | undefined {
  return [...children]
    .filter((child) => (isAlone || child.family !== family || child.isRetiring) && !child.isAwaited())
    .toSorted((one, other) => preference(one) - preference(other))[0];
}

/**
 * No document goes where another one waits for a document inside it, for that may be this one: if it damages its
 * child, the other would move, read it again there, and lose that child, too, and so on.
 */
function canBoard(child: PooledChild, { isAlone }: Wish): boolean {
  const hasRoom = isAlone ? child.served === 0 : child.passengers.size < maxPassengers && !child.isNesting();
  return hasRoom && !child.isRetiring && !child.isDead && !child.isComputing();
}

/** The more is lost with it, the more a child is worth: documents first, then how lately it was used. */
function preference(child: PooledChild): number {
  return child.passengers.size * 1e9 + child.lastUsed;
}

/** How often a wish that waits looks whether handlers that nobody waits for can make room. */
const patienceMs = 100;

/** What a pool does when its time has come. */
interface PoolTimes {
  /** After so long without a wish that waits, idle children end. */
  readonly idleMs: number;
  readonly losePatience: () => void;
  readonly endIdle: () => void;
}

/** The timers of a pool: one while wishes wait, another one while there are children and no such wish. */
class PoolTimers {
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
