import type { Frame } from "../../channel/frame.ts";
import { isCount, isObject } from "../../channel/plain.ts";
import type { IsolateLimits } from "../../options/limits.ts";
import { Alarm } from "./alarm.ts";
import type { Death } from "./death.ts";
import type { Family } from "./family.ts";
import { Link } from "./link.ts";
import type { HostedDocument } from "./hosted-document.ts";
import { spawnChild } from "./spawn.ts";

/** Notifications from a child to the pool. */
export interface PoolEvents {
  died(child: PooledChild, death: Death): void;
}

/** Maximum silence of a used process after a new document, from which it must first request bytes. */
const maxSilenceMs = 2000;

/** Room for the JSON around data in a frame. */
const frameSlackBytes = 1024 * 1024;

/** A child process and its documents. */
export class PooledChild {
  readonly family: Family;
  readonly link: Link;
  readonly documents: Map<number, HostedDocument> = new Map();
  /** Number of documents that it was given. */
  served = 0;
  /** True if it takes no more documents and ends after its last one. */
  isRetiring = false;
  /** True while it reads its canary. */
  isTested = false;
  isDead = false;
  /** True if a document misbehaved in it, so its results cannot be trusted. Counts when it has died. */
  isCondemned = false;
  lastUsed = 0;
  /** Runs until a message arrives after a new document. */
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

  /** Adds a document whose steps may take `timeMs`. Returns its number. */
  board(document: HostedDocument, timeMs: number): number {
    this.served += 1;
    this.documents.set(this.served, document);
    if (this.served > 1) this.#expectSign(Math.min(maxSilenceMs, timeMs / 2));
    return this.served;
  }

  /** Ends the process because it can no longer be trusted. */
  condemn(): void {
    this.isCondemned = true;
    this.link.kill({ kind: "ended" });
  }

  /** True if a handler is computing. */
  isComputing(): boolean {
    return this.isTested || [...this.documents.values()].some((document) => document.isComputing());
  }

  /** True if a consumer waits for one of its documents. */
  isAwaited(): boolean {
    return this.isTested || [...this.documents.values()].some((document) => document.isAwaited());
  }

  /** True if one of its documents waits for a nested file. */
  isNesting(): boolean {
    return [...this.documents.values()].some((document) => document.isNesting());
  }

  /** If an earlier document left a loop running, the new document moves to another process in time. */
  #expectSign(timeMs: number): void {
    this.#silence.start(timeMs, () => {
      const working = [...this.documents.values()].filter((document) => document.isComputing());
      // A document that continued has its own clock.
      if (working.length > 1) this.#expectSign(timeMs);
      else this.condemn();
    });
    // The waiting consumer keeps this program alive.
    this.#silence.release();
  }

  #receive({ head, tail }: Frame, bytes: number): void {
    this.#silence.stop();
    if (!isObject(head)) return this.#break("something that is not a message");
    if (head["type"] === "ready") return;
    const number = head["document"];
    const document = isCount(number) ? this.documents.get(number) : undefined;
    if (document !== undefined) document.receive({ message: head, tail, bytes });
    else if (isCount(number) && number > 0 && number <= this.served) this.#hearLate(head["type"]);
    else this.#break("a message about a document that it does not have");
  }

  /**
   * A handler that continues after its document has ended harms no other document: it gets no answers, and its process
   * is not used again. Only a synchronous request would block the process.
   */
  #hearLate(type: unknown): void {
    this.isRetiring = true;
    this.isCondemned = true;
    if (type === "bytes-now") this.#break("a request for bytes after its document was over");
  }

  #break(fault: string): void {
    this.link.kill({ kind: "protocol", fault });
  }
}

/** Options for starting children. */
export interface ChildOptions {
  readonly limits: IsolateLimits;
  readonly childModule: string;
  readonly isSandboxed: boolean;
}
