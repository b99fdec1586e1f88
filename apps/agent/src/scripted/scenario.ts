import { readFileSync } from "node:fs";

/** Something that has to stand in what the reader answered to the step before, or the script stops with an error. */
export interface Expectation {
  /**
   * A regular expression (flags `m` and `u`) that one of the new messages must match. What its named groups find can be
   * used as `{{name}}` from this step on, so that no fact of the files is written down twice.
   */
  readonly pattern?: string;
  /** How many pictures the new messages have to bring from the user, in base64 that is what its type says. */
  readonly images?: number;
}

/** A call that the script makes. `{{name}}` in a text of its input is filled in. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: { readonly [field: string]: string | number };
}

/** One message of the script: what it expects before it, and then what it says and calls. */
export interface ScenarioStep {
  readonly expect?: readonly Expectation[];
  readonly say?: string;
  /** None in the last step of an answer. */
  readonly calls?: readonly ScriptedCall[];
}

/** What the script has to say to one question. */
export interface ScenarioTurn {
  readonly question: string;
  readonly steps: readonly ScenarioStep[];
}

/** A conversation that was written beforehand. */
export interface Scenario {
  readonly name: string;
  readonly turns: readonly ScenarioTurn[];
}

/** The scenario of the demo, which is about the files of `fixtures/demo`. */
export function demoScenario(): Scenario {
  // From `src` and from `dist` alike.
  const file = new URL("../../scenario/bakery.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Scenario;
}
