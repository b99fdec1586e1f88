import type { Handler } from "@reader/core";
import type { Fixture } from "../run/fixtures.ts";

/** What is checked, and on which documents. */
export interface Subject {
  readonly handler: Handler;
  readonly fixtures: readonly Fixture[];
  /** Milliseconds a handler has for its next event, and again to answer to the abort signal. */
  readonly graceMs: number;
}

/** One rule that handlers keep. */
export interface Check {
  /** The rule, as a sentence. */
  readonly title: string;
  /** The breaches, a sentence each; empty where the rule is kept. */
  violations(subject: Subject): Promise<readonly string[]>;
}

/** Something that a handler threw, in words for a developer. */
export function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `${typeof thrown} ${String(thrown)}`;
}
