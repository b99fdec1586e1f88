import type { GrammarName } from "../engine.ts";
import { bodyFiller, controlHead, typedFiller } from "./body-fillers.ts";
import { blockRules, cTells } from "./body-rules.ts";
import type { LevelKind, StatementRules } from "./level.ts";
import { rust } from "./rust-statements.ts";
import { script } from "./script-statements.ts";

/** A call or an assignment, or a statement with a word of its own. */
const cPlain =
  /^(?:return|throw|delete|goto|break|continue)\b|^[\w.]+(?:(?:->|\.|::)\w+)*\s*(?:\(|[-+*/|&^%]?=(?!=)|\[|\+\+|--)/;

/** What declares something with a name although it has no brackets. */
const cKeeps =
  /\b(?:typedef|template|concept|namespace|operator)\b|\bextern\s*"|\busing\b[^;]*=|^[ \t]*#|\b(?:class|struct|union|enum)\b[^;(){}=,]*\{/m;

function isPlainC(statement: string, kind: LevelKind): boolean {
  if (cKeeps.test(statement) || cTells.test(statement)) return false;
  const bracket = statement.indexOf("(");
  if (bracket < 0)
    return kind === "code" || !/^(?:[\w\s]*:(?!:))?\s*(?:class|struct|union|enum)\b[^;]*\{/.test(statement);
  if (/=(?!=)/.test(statement.slice(0, bracket))) return true;
  return kind === "code" && (cPlain.test(statement) || controlHead.test(statement));
}

const typedTells =
  /=>|->|\b(?:class|struct|record|interface|enum|delegate|namespace|event|operator|module)\b|^[ \t]*#/m;

/** Of Java and C#: fields, imports, and statements of functions. */
function isPlainTyped(grammar: GrammarName): StatementRules["isPlain"] {
  const isTelling = blockRules[grammar]?.isTelling;
  return (statement, kind) => {
    if (/^(?:case|default)\b|^@/.test(statement) || typedTells.test(statement)) return false;
    if (isTelling?.(statement, "") !== false) return false;
    const bracket = statement.indexOf("(");
    return kind === "code" || bracket < 0 || /=(?!=)/.test(statement.slice(0, bracket));
  };
}

function isPlainPhp(statement: string): boolean {
  if (/^(?:case|default|declare)\b|<\?/.test(statement)) return false;
  return blockRules["php"]?.isTelling(statement, "") === false && !/\b(?:function|fn)\b/i.test(statement);
}

const python: StatementRules = {
  outside: "brackets",
  isPlain: () => false,
  fillerFor: ({ text, level }) => (text.charAt(level.open) === "{" ? "" : "a"),
  quoteLength: (text, from) => (text.startsWith('"""', from) || text.startsWith("'''", from) ? 3 : 0),
};

/** The rules of grammars whose brackets can be counted. */
export const statementRules: Readonly<Record<GrammarName, StatementRules>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  cpp: {
    outside: "members",
    needsEnd: true,
    kept: /#(?:[^\\\r\n]|\\\r?\n|\\)*(?:\r?\n)?/y,
    isPlain: isPlainC,
    hasComments: true,
    fillerFor: bodyFiller("cpp", "void a() {"),
  },
  java: {
    outside: "members",
    hasNoStatements: /\benum\s+\w+[^(){};]*$/,
    isPlain: isPlainTyped("java"),
    hasComments: true,
    fillerFor: typedFiller("java", ""),
  },
  "c-sharp": {
    outside: "members",
    hasComments: true,
    isPlain: isPlainTyped("c-sharp"),
    fillerFor: typedFiller("c-sharp", ""),
  },
  php: { outside: "code", isPlain: isPlainPhp, fillerFor: bodyFiller("php", "") },
  rust,
  css: { outside: "code", hasComments: true, areAllCode: true, isPlain: (statement) => !statement.includes("{") },
  python,
};
