import type { GrammarName } from "../engine.ts";
import { blockBodies } from "./block-bodies.ts";
import { blockRules } from "./body-rules.ts";
import { condense, type Condensed } from "./condense.ts";
import { indentedBodies } from "./indented-bodies.ts";

/** Code without the insides of functions that no outline tells of; undefined where nothing can be left out. */
export function condenseCode(text: string, grammar: GrammarName): Condensed | undefined {
  const rules = blockRules[grammar];
  const bodies = rules === undefined ? [] : blockBodies(text, rules);
  const cuttings = grammar === "python" ? indentedBodies(text) : bodies;
  return cuttings.length === 0 ? undefined : condense(text, cuttings);
}
