import type { ObjectFacts } from "../store/object-store.ts";

/** How long an answer is used for further questions, in milliseconds. Less than network file systems keep theirs. */
const maxAgeMs = 1000;

/** Maximum number of objects to remember. */
const maxObjects = 1024;

/**
 * What is known of objects since a moment ago. Whoever reads a file asks for its state, opens it, and asks again: with this,
 * a small object takes two requests, not five. Content is never out of date, because reads name the ETag.
 */
export class KnownFacts {
  readonly #clock: () => number;
  readonly #known = new Map<string, { readonly facts: ObjectFacts; readonly at: number }>();

  /** Creates an empty memory; `clock` is in milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Remembers an answer. */
  set(path: string, facts: ObjectFacts): void {
    this.#known.delete(path);
    this.#known.set(path, { facts, at: this.#clock() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxObjects && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Returns what is known of an object. */
  get(path: string): ObjectFacts | undefined {
    const known = this.#known.get(path);
    return known === undefined || this.#clock() - known.at > maxAgeMs ? undefined : known.facts;
  }

  /** Forgets an object. */
  delete(path: string): void {
    this.#known.delete(path);
  }
}
