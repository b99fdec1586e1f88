import type { ObjectFacts } from "../store/object-store.ts";

/** How long an answer is used for the next question, in milliseconds. */
const maxAgeMs = 10_000;

/** Maximum number of objects to remember. */
const maxObjects = 1024;

/** The two questions that are asked before a file is read. */
type Question = "stat" | "open";

interface Known {
  readonly facts: ObjectFacts;
  readonly at: number;
  /** The questions that the answer may still be used for. */
  readonly left: Set<Question>;
}

/**
 * What is known of objects since a moment ago. Whoever reads a file asks for its state, opens it and asks again; each
 * answer is used once for the next question, so that an object that is read takes two requests more, not five. An answer
 * that is out of date is noticed by the ETag.
 */
export class KnownFacts {
  readonly #clock: () => number;
  readonly #known = new Map<string, Known>();

  /** Creates an empty memory; `clock` is in milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Remembers an answer for the next questions of these kinds. */
  add(path: string, facts: ObjectFacts, questions: readonly Question[]): void {
    this.#known.delete(path);
    this.#known.set(path, { facts, at: this.#clock(), left: new Set(questions) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxObjects && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Returns what is known for a question, once. */
  take(path: string, question: Question): ObjectFacts | undefined {
    const known = this.#known.get(path);
    if (known === undefined || this.#clock() - known.at > maxAgeMs) return undefined;
    return known.left.delete(question) ? known.facts : undefined;
  }

  /** Forgets an object. */
  delete(path: string): void {
    this.#known.delete(path);
  }
}
