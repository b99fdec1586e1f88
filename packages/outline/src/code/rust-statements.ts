import { bodyFiller, headOf } from "./body-fillers.ts";
import type { Inside, LevelKind, StatementRules } from "./level.ts";

/** What an outline may have of a statement. */
const tells = /\b(?:fn|struct|enum|union|trait|impl|mod|type|const|static|macro_rules)\b/;

/** Imports, and what stands in functions only. */
const plain = /^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\b|^(?:let|return|break|continue|assert\w*!)\b/;

const callOrAssignment = /^[\w.:]+\s*(?:\(|[-+*/|&^%]?=(?!=)|\[)/;

function isPlain(statement: string, kind: LevelKind): boolean {
  if (tells.test(statement)) return false;
  return plain.test(statement) || (kind === "code" && callOrAssignment.test(statement));
}

/** The head of a type, of which no field or variant is an entry, and of a list of imports. */
const listHead = /\b(?:struct|enum|union)\s+\w[^(){}]*\{$|^(?:pub(?:\([^)]*\))?\s+)?use\b[^(){};]*\{$/;

const inBody = bodyFiller("rust", "");

function fillerFor(inside: Inside): string | undefined {
  const { text, level } = inside;
  const bracket = text.charAt(level.open);
  if (bracket === "{") return listHead.test(headOf(inside)) ? "" : inBody(inside);
  const before = text.slice(Math.max(0, level.open - 80), level.open);
  if (bracket === "(") return /\bfn\s+\w+(?:<[^()]*>)?$/.test(before) ? "" : undefined;
  return /#!?$/.test(before) ? "a" : undefined;
}

/** How what tells nothing is known in Rust: imports, fields, parameters, attributes. */
export const rust: StatementRules = { outside: "members", isPlain, fillerFor };
