import { maxRestingShare } from "../../options/limits.ts";
import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import type { Link } from "./link.ts";
import { type ChildOptions, PooledChild } from "./pooled-child.ts";
import { isShortage, Shortage } from "./shortage.ts";
import type { ChildRequest } from "./child-provider.ts";

/** The state of a child when a document leaves it. */
export interface Departure {
  readonly rssBytes: number;
  readonly isSound: boolean;
}

/** Causes that do not affect trust in earlier results: the pool ended the process, or it never started. */
const harmless: ReadonlySet<Death["kind"]> = new Set(["ended", "spawn"]);

/** All child processes of one isolation. */
export class Pool {
  readonly #options: ChildOptions;
  readonly #children = new Set<PooledChild>();
  /** Includes processes that were killed but have not exited yet. */
  readonly #links = new Set<Link>();
  readonly #requests: ChildRequest[] = [];
  #isServing = false;
  readonly #condemned = new Map<Family, number>();
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

  /** Returns how many processes of a family were ended because they could no longer be trusted. */
  condemned(family: Family): number {
    return this.#condemned.get(family) ?? 0;
  }

  /** Grants a child at once or as soon as one is available. */
  acquire(request: ChildRequest): void {
    this.#requests.push(request);
    this.serve();
  }

  /** Cancels a request. */
  forget(request: ChildRequest): void {
    const index = this.#requests.indexOf(request);
    if (index !== -1) this.#requests.splice(index, 1);
  }

  /** Starts a child for a family that has none, if there is room. */
  warm(family: Family): void {
    const has = [...this.#children].some((child) => child.family === family);
    if (has || this.#children.size >= this.#options.limits.maxKeptProcesses) return;
    try {
      this.#spawn(family);
    } catch {
      // The first read reports the error.
    }
  }

  /** Grants waiting requests if possible. Called whenever a document pauses, ends or waits for another one. */
  serve(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#grantOne());
    this.#isServing = false;
    this.#timers.set({ requests: this.#requests.length, children: this.#children.size });
  }

  #grantOne(): boolean {
    for (const request of this.#requests) {
      const child = this.#tryToFind(request);
      if (child === undefined) continue;
      this.forget(request);
      if (!(child instanceof PooledChild)) {
        request.refuse(child);
        return true;
      }
      this.#uses += 1;
      child.lastUsed = this.#uses;
      request.grant(child);
      return true;
    }
    return false;
  }

  /** A document is done with a child. A damaged child is ended at once, and its other documents move. */
  leave(child: PooledChild, { rssBytes, isSound }: Departure): void {
    const { maxDocuments, maxMemoryBytes } = this.#options.limits;
    if (child.served >= maxDocuments || rssBytes > maxMemoryBytes * maxRestingShare) child.isRetiring = true;
    const isDone = child.isRetiring && child.documents.size === 0;
    if (!child.isDead && !isSound) child.condemn();
    else if (!child.isDead && isDone) child.link.kill({ kind: "ended" });
    this.serve();
  }

  /** A child has died. Documents that did not cause it continue in another one. */
  died(child: PooledChild, death: Death): void {
    this.#children.delete(child);
    const { family } = child;
    if (child.isCondemned || !harmless.has(death.kind)) this.#condemned.set(family, this.condemned(family) + 1);
    const documents = [...child.documents.values()];
    child.documents.clear();
    const suspects = new Set(documents.filter((each) => each.isComputing()));
    for (const document of documents) {
      document.lost({ death, isSuspect: suspects.has(document), isSure: suspects.size === 1 });
    }
    this.serve();
  }

  /** Ends idle processes. Returns true if there were any. */
  freeIdle(): boolean {
    const idle = [...this.#children].filter((child) => child.documents.size === 0 && !child.isTested);
    for (const child of idle) child.link.kill({ kind: "ended" });
    return idle.length > 0;
  }

  /** Ends all processes and waits until they have exited. */
  async close(): Promise<void> {
    this.#timers.stop();
    const links = [...this.#links];
    // Keeps this program alive until then.
    for (const link of links) link.hold();
    for (const link of links) link.kill({ kind: "ended" });
    await Promise.all(links.map((link) => link.exited));
  }

  #tryToFind(request: ChildRequest): PooledChild | Death | undefined {
    try {
      return this.#find(request);
    } catch (error) {
      const systemCode = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      return isShortage(systemCode) ? this.#waitForRoom(request, systemCode) : { kind: "spawn", systemCode };
    }
  }

  #find(request: ChildRequest): PooledChild | Death | undefined {
    const { maxProcesses, maxKeptProcesses, maxDocuments } = this.#options.limits;
    const computing = [...this.#children].filter((child) => child.isComputing());
    const isBusy = computing.length >= maxProcesses;
    const best = isBusy ? undefined : bestChild(this.#children, request, maxDocuments);
    if (best !== undefined) return best;
    if (this.#shortage.isPaused) return this.#shortage.verdict(request);
    if (isBusy) return this.#makeRoom(request, computing) ? this.#spawn(request.family) : undefined;
    // One more if all are needed: a document that waits for a nested file would otherwise wait forever.
    if (this.#children.size >= maxKeptProcesses) this.#makeRoom(request);
    return this.#spawn(request.family);
  }

  /** No process can be started. Ends idle processes and waits for busy ones. */
  #waitForRoom(request: ChildRequest, systemCode: string): Death | undefined {
    const hasEnded = freeIdleOf(running) || this.#makeRoom(request);
    const hasHope = hasEnded || [...running].some((pool) => pool.#mayGetRoom());
    this.#shortage.begin(systemCode, hasHope);
    return this.#shortage.verdict(request);
  }

  /** True if a process is about to end, or is busy and will be free later. */
  #mayGetRoom(): boolean {
    return this.#links.size > this.#children.size || [...this.#children].some((child) => child.isComputing());
  }

  /** Ends a child. Its documents continue in another one when a consumer asks for them. */
  #makeRoom(request: ChildRequest, among: Iterable<PooledChild> = this.#children): boolean {
    const victim = leastMissed(among, request);
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

  /** A process has exited, and its descriptors are free. */
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

/** Pools of this program that have processes. A pool ends its idle processes if another pool cannot start one. */
const running = new Set<Pool>();

function freeIdleOf(pools: ReadonlySet<Pool>): boolean {
  return [...pools].filter((pool) => pool.freeIdle()).length > 0;
}

/** Maximum number of documents in one child. Nearly all of them are suspended. */
const maxHostedDocuments = 16;

/** Returns the best existing child for a request. Each child reads at most `maxDocuments` documents. */
function bestChild(
  children: Iterable<PooledChild>,
  request: ChildRequest,
  maxDocuments: number,
): PooledChild | undefined {
  return [...children]
    .filter((child) => child.family === request.family && child.served < maxDocuments && canBoard(child, request))
    .toSorted((one, other) => preference(other) - preference(one))[0];
}

/** Returns the child that is cheapest to replace: an idle one, or one whose documents have no waiting consumer. */
function leastMissed(children: Iterable<PooledChild>, { family, isAlone }: ChildRequest): PooledChild | undefined {
  return [...children]
    .filter((child) => (isAlone || child.family !== family || child.isRetiring) && !child.isAwaited())
    .toSorted((one, other) => preference(one) - preference(other))[0];
}

/**
 * False for a child in which a document waits for a nested file, which may be this one. If this one damages the child,
 * the other would move, open it again there, lose that child as well, and so on.
 */
function canBoard(child: PooledChild, { isAlone }: ChildRequest): boolean {
  const hasRoom = isAlone ? child.served === 0 : child.documents.size < maxHostedDocuments && !child.isNesting();
  return hasRoom && !child.isRetiring && !child.isDead && !child.isComputing();
}

/** Returns how costly a child is to replace: by its documents, then by how recently it was used. */
function preference(child: PooledChild): number {
  return child.documents.size * 1e9 + child.lastUsed;
}

/** Interval at which a waiting request checks whether handlers without a consumer can make room. */
const recheckMs = 100;

/** The timed actions of a pool. */
interface PoolTimes {
  /** Idle children end after this time without a waiting request. */
  readonly idleMs: number;
  readonly losePatience: () => void;
  readonly endIdle: () => void;
}

/** The timers of a pool: one while requests wait, another while there are children and no waiting request. */
class PoolTimers {
  readonly #times: PoolTimes;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(times: PoolTimes) {
    this.#times = times;
  }

  /** Must be called after every change of either number. */
  set({ requests, children }: { readonly requests: number; readonly children: number }): void {
    clearTimeout(this.#idle);
    if (requests > 0) {
      this.#patience ??= setTimeout(() => this.#losePatience(), recheckMs);
      return;
    }
    clearTimeout(this.#patience);
    this.#patience = undefined;
    if (children === 0) return;
    this.#idle = setTimeout(this.#times.endIdle, this.#times.idleMs);
    this.#idle.unref();
  }

  /** Stops both timers. */
  stop(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#idle);
  }

  #losePatience(): void {
    this.#patience = undefined;
    this.#times.losePatience();
  }
}
