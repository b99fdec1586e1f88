import { readFileSync } from "node:fs";

/** What the answers to the previous step must contain. Otherwise the script stops with an error. */
export interface Expectation {
  /**
   * A regular expression (flags `m` and `u`) that one of the new messages must match. From this step on, `{{name}}` is
   * replaced by the match of the named group, so that the script does not repeat facts of the files.
   */
  readonly pattern?: string;
  /** The number of valid images that the new user messages must contain. */
  readonly images?: number;
}

/** A call of the script. `{{name}}` in its input is replaced. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: { readonly [field: string]: string | number };
}

/** One message of the script: what it expects, then its text and calls. */
export interface ScenarioStep {
  readonly expect?: readonly Expectation[];
  readonly say?: string;
  /** Absent in the last step of an answer. */
  readonly calls?: readonly ScriptedCall[];
}

/** The answer of the script to one question. */
export interface ScenarioTurn {
  readonly question: string;
  readonly steps: readonly ScenarioStep[];
}

/** A conversation that was written in advance. */
export interface Scenario {
  readonly name: string;
  readonly turns: readonly ScenarioTurn[];
}

/** The scenario of the demo, about the files of `fixtures/demo`. */
export function demoScenario(): Scenario {
  // The path is the same from `src` and from `dist`.
  const file = new URL("../../scenario/bakery.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Scenario;
}
