import { hasScriptMethod } from "./body-rules.ts";
import type { Inside, LevelKind, StatementRules } from "./level.ts";

/** What may be an entry of a script inside of functions or out of them. */
const scriptTells =
  /=>|\b(?:function|class)\b|(?<![.\w$])(?:interface|enum|namespace|module)\s+["'\w$]|(?<![.\w$])(?:describe|suite|context|it|test)\s*[.(]/;

/** A type in braces with a method. */
const typeTells = /(?:[:<|&]|\bas)\s*\{[^{}]*\([^()]*\)\s*[:;]/;

function tellsOfScript(words: string): boolean {
  return scriptTells.test(words) || (words.includes("{") && (typeTells.test(words) || hasScriptMethod(words)));
}

/** What begins a statement that is an entry, or belongs to a block of a `switch`. */
const scriptKeeps = /^(?:case|default|declare|type)\b|^@|^(?:export|abstract)\b(?!\s*(?:type\s*)?[{*])/;

/** The same behind statements that no semicolon ends, and objects with a name. */
const scriptKeepsBehind =
  /[;}\n]\s*export\s+(?:default|const|let|var|async|abstract|declare)\b|\b(?:const|let)\b[^=]*=\s*\{|(?<![.\w$])(?:type|declare)\s+[\w$]/;

/** A field, not a method: what stands behind its name is no bracket. */
const scriptField = /^(?:[\w$#]+\s+)*[\w$#]+[?!]?\s*[:=;]/;

/** Imports, of which `type` is no declaration. */
const importOfTypes = /(?<=\bimport\s+|[{,]\s*)type\s+/g;

function isPlainScript(statement: string, kind: LevelKind): boolean {
  const words = statement.startsWith("import") ? statement.replace(importOfTypes, "") : statement;
  if (scriptKeeps.test(words) || scriptKeepsBehind.test(words)) return false;
  if (kind === "code" || !words.includes("(")) return true;
  return scriptField.test(words) && !words.includes("{");
}

/** What stands before braces that hold values. */
const beforeValues = /(?:\(|\breturn)\s*$/;

function scriptFiller({ text, inside, level }: Inside): string | undefined {
  const bracket = text.charAt(level.open);
  if (!"([{".includes(bracket)) return undefined;
  const before = text.slice(Math.max(0, level.open - 20), level.open);
  if (bracket !== "{") {
    const isKept = (inside.includes("{") && inside.includes("(")) || /\b(?:for|await)\s*$/.test(before);
    return isKept ? undefined : "a";
  }
  if (level.kind !== "code" && inside.includes("(") && !beforeValues.test(before)) return undefined;
  return scriptKeepsBehind.test(inside) ? undefined : "";
}

/** How statements of scripts are known that tell nothing. */
export const script: StatementRules = {
  outside: "code",
  tells: tellsOfScript,
  isPlain: isPlainScript,
  fillerFor: scriptFiller,
  hasComments: true,
};
