import type { Frame } from "../../channel/frame.ts";
import { isCount, isObject } from "../../channel/plain.ts";
import type { IsolateLimits } from "../../options/limits.ts";
import { Alarm } from "./alarm.ts";
import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import { Link } from "./link.ts";
import type { Passenger } from "./passenger.ts";
import { spawnChild } from "./spawn.ts";

/** What a child tells the pool. */
export interface PoolEvents {
  died(child: PooledChild, death: Death): void;
}

/** How long a process that has read before may say nothing about a new document, of which it wants bytes first. */
const maxSilenceMs = 2000;

/** Room for the JSON around data in a frame. */
const frameSlackBytes = 1024 * 1024;

/** One child process and the documents that are with it. */
export class PooledChild {
  readonly family: Family;
  readonly link: Link;
  readonly passengers: Map<number, Passenger> = new Map();
  /** Documents that it was given. */
  served = 0;
  /** Takes no more documents, and ends with the last that it has. */
  isRetiring = false;
  /** Reads its canary. */
  isTested = false;
  isDead = false;
  /** Nothing that it sent can be trusted, because a document misbehaved in it. Counts when it is dead. */
  isCondemned = false;
  lastUsed = 0;
  /** Runs until something is heard after a document came in. */
  readonly #silence = new Alarm();

  constructor(family: Family, options: ChildOptions, events: PoolEvents) {
    const { limits, childModule, isSandboxed } = options;
    const { maxMemoryBytes, maxInputBytes, maxOutputBytes, maxEventBytes } = limits;
    this.family = family;
    const maxFrameBytes = Math.max(maxEventBytes, maxInputBytes) + frameSlackBytes;
    const shared = { maxMemoryBytes, maxInputBytes, maxOutputBytes, maxEventBytes };
    this.link = new Link(spawnChild({ family, childModule, limits: shared, isSandboxed }), maxFrameBytes, {
      receive: (frame, bytes) => this.#receive(frame, bytes),
      died: (death) => {
        this.isDead = true;
        this.#silence.stop();
        events.died(this, death);
      },
    });
  }

  /** Takes a document in, a step of which may take `timeMs`; gives its number. */
  board(passenger: Passenger, timeMs: number): number {
    this.served += 1;
    this.passengers.set(this.served, passenger);
    if (this.served > 1) this.#expectSign(Math.min(maxSilenceMs, timeMs / 2));
    return this.served;
  }

  /** Ends it because it cannot be trusted any more. */
  condemn(): void {
    this.isCondemned = true;
    this.link.kill({ kind: "ended" });
  }

  /** Whether a handler works at this moment. */
  isComputing(): boolean {
    return this.isTested || [...this.passengers.values()].some((passenger) => passenger.isComputing());
  }

  /** Whether somebody waits for a document of it. */
  isAwaited(): boolean {
    return this.isTested || [...this.passengers.values()].some((passenger) => passenger.isAwaited());
  }

  /** Whether a document of it waits for one that is inside. */
  isNesting(): boolean {
    return [...this.passengers.values()].some((passenger) => passenger.isNesting());
  }

  /** What an earlier document left running may hold up the process: the new one goes on in another, in time. */
  #expectSign(timeMs: number): void {
    this.#silence.start(timeMs, () => {
      const working = [...this.passengers.values()].filter((passenger) => passenger.isComputing());
      // A document that went on meanwhile has a clock of its own.
      if (working.length > 1) this.#expectSign(timeMs);
      else this.condemn();
    });
    // Who waits for the document keeps this program alive.
    this.#silence.release();
  }

  #receive({ head, tail }: Frame, bytes: number): void {
    this.#silence.stop();
    if (!isObject(head)) return this.#break("something that is no message");
    if (head["type"] === "ready") return;
    const document = head["document"];
    const passenger = isCount(document) ? this.passengers.get(document) : undefined;
    if (passenger !== undefined) passenger.receive({ message: head, tail, bytes });
    else if (isCount(document) && document > 0 && document <= this.served) this.#hearLate(head["type"]);
    else this.#break("a message about a document that it does not have");
  }

  /**
   * A handler that goes on after its document is over harms nobody else: it is not answered, and its process is not
   * used again. Only where it stands still for an answer nothing else can go on there.
   */
  #hearLate(type: unknown): void {
    this.isRetiring = true;
    this.isCondemned = true;
    if (type === "bytes-now") this.#break("a wish for bytes after its document was over");
  }

  #break(fault: string): void {
    this.link.kill({ kind: "protocol", fault });
  }
}

/** What children are started with. */
export interface ChildOptions {
  readonly limits: IsolateLimits;
  readonly childModule: string;
  readonly isSandboxed: boolean;
}
