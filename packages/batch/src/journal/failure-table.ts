import type { FailureCode } from "../contract/document.ts";
import { GrowingNumbers } from "../files/growing-numbers.ts";

/** A failed document, and where its line is in the staged failures. */
export interface StagedFailure {
  readonly index: number;
  readonly code: FailureCode;
  readonly start: number;
  readonly end: number;
}

/** The failed documents of a run by their index, with 24 bytes for each document of the plan. */
export class FailureTable {
  readonly #known: FailureCode[] = [];
  /** The place of the code among the known ones, plus 1. */
  readonly #codes = new GrowingNumbers();
  readonly #starts = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();
  #length = 0;

  /** Adds or replaces a failure. */
  set({ index, code, start, end }: StagedFailure): void {
    if (!this.#known.includes(code)) this.#known.push(code);
    this.#codes.set(index, this.#known.indexOf(code) + 1);
    this.#starts.set(index, start);
    this.#ends.set(index, end);
    this.#length = Math.max(this.#length, index + 1);
  }

  /** Removes a failure, if there is one. */
  delete(index: number): void {
    if (index < this.#length) this.#codes.set(index, 0);
  }

  /** Returns the code of a failed document, or `undefined` if it did not fail. */
  codeOf(index: number): FailureCode | undefined {
    return this.#known[this.#codes.at(index) - 1];
  }

  /** Yields the failures in the order of the plan. */
  *entries(): Generator<StagedFailure, void, undefined> {
    for (let index = 0; index < this.#length; index += 1) {
      const code = this.codeOf(index);
      if (code !== undefined) yield { index, code, start: this.#starts.at(index), end: this.#ends.at(index) };
    }
  }
}
