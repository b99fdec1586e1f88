import type { GrammarName } from "../../engine/engine.ts";
import { blockRules, cEntry, hasScriptMethod } from "./body-rules.ts";

/** Matches a call, an assignment, or a statement with a keyword. */
const cPlain =
  /^(?:return|throw|delete|goto|break|continue)\b|^[\w.]+(?:(?:->|\.|::)\w+)*\s*(?:\(|[-+*/|&^%]?=(?!=)|\[|\+\+|--)/;

/** Matches declarations of names without parentheses. */
const cKeeps =
  /\b(?:typedef|template|concept|namespace|operator)\b|\bextern\s*"|\busing\b[^;]*=|^[ \t]*#|\b(?:class|struct|union|enum)\b[^;(){}=,]*\{/m;

function isPlainC(statement: string, kind: LevelKind): boolean {
  if (cKeeps.test(statement) || cEntry.test(statement)) return false;
  const bracket = statement.indexOf("(");
  if (bracket < 0)
    return kind === "code" || !/^(?:[\w\s]*:(?!:))?\s*(?:class|struct|union|enum)\b[^;]*\{/.test(statement);
  if (/=(?!=)/.test(statement.slice(0, bracket))) return true;
  return kind === "code" && (cPlain.test(statement) || controlHead.test(statement));
}

const typedEntry =
  /=>|->|\b(?:class|struct|record|interface|enum|delegate|namespace|event|operator|module)\b|^[ \t]*#/m;

/** Creates the rule for Java and C#: fields, imports and statements of functions have no entries. */
function isPlainTyped(grammar: GrammarName): StatementRules["isPlain"] {
  const mayHoldEntry = blockRules[grammar]?.mayHoldEntry;
  return (statement, kind) => {
    if (/^(?:case|default)\b|^@/.test(statement) || typedEntry.test(statement)) return false;
    if (mayHoldEntry?.(statement, "") !== false) return false;
    const bracket = statement.indexOf("(");
    return kind === "code" || bracket < 0 || /=(?!=)/.test(statement.slice(0, bracket));
  };
}

function isPlainPhp(statement: string): boolean {
  if (/^(?:case|default|declare)\b|<\?/.test(statement)) return false;
  return blockRules["php"]?.mayHoldEntry(statement, "") === false && !/\b(?:function|fn)\b/i.test(statement);
}

const python: StatementRules = {
  outside: "brackets",
  isPlain: () => false,
  fillerFor: ({ text, level }) => (text.charAt(level.open) === "{" ? "" : "a"),
  quoteLength: (text, from) => (text.startsWith('"""', from) || text.startsWith("'''", from) ? 3 : 0),
};

/** Matches possible entries of a script, inside or outside of functions. */
const scriptEntry =
  /=>|\b(?:function|class)\b|(?<![.\w$])(?:interface|enum|namespace|module)\s+["'\w$]|(?<![.\w$])(?:describe|suite|context|it|test)\s*[.(]/;

/** Matches an object type with a method. */
const typeWithMethod = /(?:[:<|&]|\bas)\s*\{[^{}]*\([^()]*\)\s*[:;]/;

function mayHoldScriptEntry(words: string): boolean {
  return scriptEntry.test(words) || (words.includes("{") && (typeWithMethod.test(words) || hasScriptMethod(words)));
}

/** Matches the start of a statement that is an entry or belongs to a `switch`. */
const scriptKeeps = /^(?:case|default|declare|type)\b|^@|^(?:export|abstract)\b(?!\s*(?:type\s*)?[{*])/;

/** Matches such statements after ones without a semicolon, and named objects. */
const scriptKeepsBehind =
  /[;}\n]\s*export\s+(?:default|const|let|var|async|abstract|declare)\b|\b(?:const|let)\b[^=]*=\s*\{|(?<![.\w$])(?:type|declare)\s+[\w$]/;

/** Matches a field: its name is not followed by a parenthesis. */
const scriptField = /^(?:[\w$#]+\s+)*[\w$#]+[?!]?\s*[:=;]/;

/** Matches `type` in imports, which is not a declaration. */
const importOfTypes = /(?<=\bimport\s+|[{,]\s*)type\s+/g;

function isPlainScript(statement: string, kind: LevelKind): boolean {
  const words = statement.startsWith("import") ? statement.replace(importOfTypes, "") : statement;
  if (scriptKeeps.test(words) || scriptKeepsBehind.test(words)) return false;
  if (kind === "code" || !words.includes("(")) return true;
  return scriptField.test(words) && !words.includes("{");
}

/** Matches the text before braces that contain values. */
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

/** Rules for scripts. */
const script: StatementRules = {
  outside: "code",
  mayHoldEntry: mayHoldScriptEntry,
  isPlain: isPlainScript,
  fillerFor: scriptFiller,
  hasComments: true,
};

/** Matches statements that may be entries. */
const rustEntry = /\b(?:fn|struct|enum|union|trait|impl|mod|type|const|static|macro_rules)\b/;

/** Matches imports, and statements that occur only in functions. */
const plain = /^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\b|^(?:let|return|break|continue|assert\w*!)\b/;

const callOrAssignment = /^[\w.:]+\s*(?:\(|[-+*/|&^%]?=(?!=)|\[)/;

function isPlain(statement: string, kind: LevelKind): boolean {
  if (rustEntry.test(statement)) return false;
  return plain.test(statement) || (kind === "code" && callOrAssignment.test(statement));
}

/** Matches the head of a type, whose fields and variants are not entries, or of an import list. */
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

/** Rules for Rust: imports, fields, parameters and attributes have no entries. */
const rust: StatementRules = { outside: "members", isPlain, fillerFor };

/** Maximum number of characters of a head. */
const maxHeadCharacters = 2000;

/** Returns the statement up to and including a bracket, in one line. */
function headOf({ text, level, parent }: Inside): string {
  const { open } = level;
  if (parent.kind === "brackets" || open - parent.start > maxHeadCharacters) return "";
  return text
    .slice(parent.start, open + 1)
    .replace(/\/\/[^\r\n]*|\/\*[^]*?\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Matches the head of a type, possibly after annotations with parameters. */
const typeHead = /\b(?:class|struct|record|interface|enum|union|trait|namespace|module)\b[^()]*\{$|\)\s*:[^:]*\{$/;

/** Matches the head of a control statement. */
const controlHead: RegExp =
  /^(?:\} )?(?:if|else|for|foreach|while|do|switch|try|catch|finally|using|lock|synchronized)\b/;

/** Creates the filler rule for function bodies and for blocks of statements inside them. */
function bodyFiller(grammar: GrammarName, anyHead: string): (inside: Inside) => string | undefined {
  const rules = blockRules[grammar];
  return (inside) => {
    if (rules === undefined || inside.level.kind === "brackets") return undefined;
    const head = headOf(inside);
    if (isBlock(inside, head)) return rules.mayHoldEntry(inside.inside, anyHead) ? undefined : "";
    const isBody = head !== "" && rules.isHead(head) && (inside.level.kind === "code" || !typeHead.test(head));
    return isBody && !rules.mayHoldEntry(inside.inside, head) ? "" : undefined;
  };
}

/** True for the block of a control statement. */
function isBlock({ level, parent }: Inside, head: string): boolean {
  return parent.kind === "code" && level.kind === "code" && controlHead.test(head);
}

/**
 * Creates the filler rule for bodies, parameters and attributes in languages with the type before the parameter name.
 */
function typedFiller(grammar: GrammarName, anyHead: string): (inside: Inside) => string | undefined {
  const inBody = bodyFiller(grammar, anyHead);
  return (inside) => {
    const bracket = inside.text.charAt(inside.level.open);
    if (bracket === "(") return parametersFiller(inside);
    return bracket === "[" && grammar === "c-sharp" ? attributeFiller(inside) : inBody(inside);
  };
}

/** Returns the filler for an attribute, which is at a position where no value can be. */
function attributeFiller({ text, level }: Inside): string | undefined {
  return /(?:^|[{};\](,])\s*$/.test(text.slice(Math.max(0, level.open - 80), level.open)) ? "a" : undefined;
}

/** Matches text before parentheses that do not hold parameters or must not be empty. */
const notParameters =
  /\b(?:if|for|foreach|while|switch|catch|using|lock|fixed|return|sizeof|typeof|decltype|alignas|alignof|noexcept|requires|defined|static_assert|when)\s*$|[^\w>)]\s*$/;

/** Matches a type and a name, which no list of values starts with. */
const parameters =
  /^\s*(?:\[[^\]]*\]\s*|(?:const|this|ref|out|in|params|final)\s+)*[\w:.]+(?:<[^();={}]*>)?[?[\]]*(?:\s+(?:const\b)?[\s*&]*|\s*[*&]+\s*(?:const\s+)?)[A-Za-z_][^;{}]*$/;

/** Returns the filler for parameters: a single parameter, so that the declaration does not look like a call. */
function parametersFiller({ text, inside, level }: Inside): string | undefined {
  if (!parameters.test(inside)) return undefined;
  return notParameters.test(text.slice(Math.max(0, level.open - 20), level.open)) ? undefined : "int a";
}

/** The content of brackets: statements of a function, members of a type, or neither. */
export type LevelKind = "code" | "members" | "brackets";

/** An open bracket. */
export interface Level {
  readonly kind: LevelKind;
  /** Offset of the bracket, or -1 for the text itself. */
  readonly open: number;
  /** Offset of the current statement. */
  start: number;
}

/** The content of brackets, and its context. */
interface Inside {
  readonly text: string;
  readonly inside: string;
  readonly level: Level;
  readonly parent: Level;
  /** Offset of the closing bracket. */
  readonly close: number;
}

/** Rules that detect statements without entries. */
export interface StatementRules {
  /** The content of the text outside of brackets. */
  readonly outside: LevelKind;
  /** True if all braces contain statements and end one. */
  readonly areAllCode?: boolean;
  /** True if types and tables in braces end with a semicolon. */
  readonly needsEnd?: boolean;
  /** Matches the text before braces whose statements must be kept. */
  readonly hasNoStatements?: RegExp;
  /** Matches text before a statement that is kept, such as preprocessor directives. */
  readonly kept?: RegExp;
  /** True if a text may contain an entry. */
  readonly mayHoldEntry?: (words: string) => boolean;
  /** True if a statement is not an entry and contains none. May return false negatives, never false positives. */
  readonly isPlain: (statement: string, kind: LevelKind) => boolean;
  /** Returns the replacement for the content of brackets without entries, or `undefined` to keep it. */
  readonly fillerFor?: (inside: Inside) => string | undefined;
  /** True if the language has block comments of slash and asterisk. */
  readonly hasComments?: boolean;
  /** Returns the number of quotes around a string that can be left out, or 0 to keep it. */
  readonly quoteLength?: (text: string, from: number) => number;
}

/** Rules of the grammars whose brackets can be counted. */
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
