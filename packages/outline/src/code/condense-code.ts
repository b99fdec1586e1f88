import type { GrammarName } from "../engine.ts";
import { betweenBodies } from "./between-bodies.ts";
import { blockBodies } from "./block-bodies.ts";
import { blockRules } from "./body-rules.ts";
import { commentLines } from "./comment-lines.ts";
import { condense, condenseAgain, type Condensed, type Cutting } from "./condense.ts";
import { endedBodies } from "./ended-bodies.ts";
import { indentedBodies } from "./indented-bodies.ts";
import { plainStatements } from "./plain-statements.ts";

/** Code without comments and the insides of functions that no outline tells of; undefined where nothing can be left out. */
export function condenseCode(text: string, grammar: GrammarName): Condensed | undefined {
  const bodies = bodiesOf(text, grammar);
  const cuttings = [...bodies, ...othersOf(text, grammar, bodies)].toSorted(
    (left, right) => left.span.start - right.span.start,
  );
  const condensed = condense(text, cuttings);
  const again = condenseAgain(condensed, plainStatements(condensed.text, grammar));
  return again.text === text ? undefined : again;
}

/** What can be left out beside bodies, and is apart from them. */
function othersOf(text: string, grammar: GrammarName, bodies: readonly Cutting[]): readonly Cutting[] {
  if (grammar === "bash") return betweenBodies(text, bodies);
  // In Python a comment may be what a block ends with.
  return grammar === "python" ? [] : commentLines(text, bodies, grammar);
}

function bodiesOf(text: string, grammar: GrammarName): readonly Cutting[] {
  if (grammar === "python") return indentedBodies(text);
  if (grammar === "ruby") return endedBodies(text);
  const rules = blockRules[grammar];
  return rules === undefined ? [] : blockBodies(text, rules);
}
