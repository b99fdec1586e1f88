import type { Handler } from "@reader/core";
import type { Fixture } from "../run/fixtures.ts";

/** A handler to check, and its documents. */
export interface Subject {
  readonly handler: Handler;
  readonly fixtures: readonly Fixture[];
  /** Maximum milliseconds until the next event, and then again until the handler reacts to the abort signal. */
  readonly graceMs: number;
}

/** One rule for handlers. */
export interface Check {
  /** The rule, as a sentence. */
  readonly title: string;
  /** Returns one sentence per violation, or an empty list. */
  violations(subject: Subject): Promise<readonly string[]>;
}

/** Describes a thrown value for a developer. */
export function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `${typeof thrown} ${String(thrown)}`;
}
