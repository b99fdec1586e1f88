import type { GrammarName } from "../../engine/engine.ts";
import { blockRules, cTells, hasScriptMethod } from "./body-rules.ts";

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
const script: StatementRules = {
  outside: "code",
  tells: tellsOfScript,
  isPlain: isPlainScript,
  fillerFor: scriptFiller,
  hasComments: true,
};

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
const rust: StatementRules = { outside: "members", isPlain, fillerFor };

/** Characters of a head; what is longer is none. */
const maxHeadCharacters = 2000;

/** What stands before a bracket in its statement, the bracket included, as one line. */
function headOf({ text, level, parent }: Inside): string {
  const { open } = level;
  if (parent.kind === "brackets" || open - parent.start > maxHeadCharacters) return "";
  return text
    .slice(parent.start, open + 1)
    .replace(/\/\/[^\r\n]*|\/\*[^]*?\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The head of a type, behind annotations with parameters of their own. */
const typeHead = /\b(?:class|struct|record|interface|enum|union|trait|namespace|module)\b[^()]*\{$|\)\s*:[^:]*\{$/;

/** A block of a function in a function, or of a statement in one. */
const controlHead: RegExp =
  /^(?:\} )?(?:if|else|for|foreach|while|do|switch|try|catch|finally|using|lock|synchronized)\b/;

/** Bodies of functions, and blocks of statements inside of them, by the rules of their language. */
function bodyFiller(grammar: GrammarName, anyHead: string): (inside: Inside) => string | undefined {
  const rules = blockRules[grammar];
  return (inside) => {
    if (rules === undefined || inside.level.kind === "brackets") return undefined;
    const head = headOf(inside);
    if (isBlock(inside, head)) return rules.isTelling(inside.inside, anyHead) ? undefined : "";
    const isBody = head !== "" && rules.isHead(head) && (inside.level.kind === "code" || !typeHead.test(head));
    return isBody && !rules.isTelling(inside.inside, head) ? "" : undefined;
  };
}

/** Whether brackets are around statements of another one in a function. */
function isBlock({ level, parent }: Inside, head: string): boolean {
  return parent.kind === "code" && level.kind === "code" && controlHead.test(head);
}

/** Bodies of functions, their parameters, and attributes, in languages that say the type of a parameter before its name. */
function typedFiller(grammar: GrammarName, anyHead: string): (inside: Inside) => string | undefined {
  const inBody = bodyFiller(grammar, anyHead);
  return (inside) => {
    const bracket = inside.text.charAt(inside.level.open);
    if (bracket === "(") return parametersFiller(inside);
    return bracket === "[" && grammar === "c-sharp" ? attributeFiller(inside) : inBody(inside);
  };
}

/** Attributes begin where no value does. */
function attributeFiller({ text, level }: Inside): string | undefined {
  return /(?:^|[{};\](,])\s*$/.test(text.slice(Math.max(0, level.open - 80), level.open)) ? "a" : undefined;
}

/** Words before parentheses that hold no parameters, or that want something in them. */
const notParameters =
  /\b(?:if|for|foreach|while|switch|catch|using|lock|fixed|return|sizeof|typeof|decltype|alignas|alignof|noexcept|requires|defined|static_assert|when)\s*$|[^\w>)]\s*$/;

/** A type and a name, as no list of values begins. */
const parameters =
  /^\s*(?:\[[^\]]*\]\s*|(?:const|this|ref|out|in|params|final)\s+)*[\w:.]+(?:<[^();={}]*>)?[?[\]]*(?:\s+(?:const\b)?[\s*&]*|\s*[*&]+\s*(?:const\s+)?)[A-Za-z_][^;{}]*$/;

/** What stands for the parameters of functions, which only their signatures tell of: one, so that nothing takes it for a call. */
function parametersFiller({ text, inside, level }: Inside): string | undefined {
  if (!parameters.test(inside)) return undefined;
  return notParameters.test(text.slice(Math.max(0, level.open - 20), level.open)) ? undefined : "int a";
}

/** What is inside of brackets: statements of a function, members of a type, or neither. */
export type LevelKind = "code" | "members" | "brackets";

/** Brackets that are open. */
export interface Level {
  readonly kind: LevelKind;
  /** Where they open; -1 for the text itself. */
  readonly open: number;
  /** Where the present statement begins. */
  start: number;
}

/** What stands in brackets, and where. */
interface Inside {
  readonly text: string;
  readonly inside: string;
  readonly level: Level;
  readonly parent: Level;
  /** Where the brackets close. */
  readonly close: number;
}

/** How statements that tell nothing are known. */
export interface StatementRules {
  /** What the text itself holds. */
  readonly outside: LevelKind;
  /** All braces hold statements, and end one. */
  readonly areAllCode?: boolean;
  /** A type or a table in braces is ended by a semicolon only. */
  readonly needsEnd?: boolean;
  /** What stands before braces in which a semicolon ends no statement that may be left out. */
  readonly hasNoStatements?: RegExp;
  /** What stays of that which stands before a statement, such as lines of the preprocessor. */
  readonly kept?: RegExp;
  /** Whether something may hold an entry, so that whatever holds it may, too. */
  readonly tells?: (words: string) => boolean;
  /** Whether a statement is no entry and holds none: a guess that errs to the safe side. */
  readonly isPlain: (statement: string, kind: LevelKind) => boolean;
  /** What stands for the inside of brackets that tells nothing; undefined where it stays. */
  readonly fillerFor?: (inside: Inside) => string | undefined;
  /** What stands between strokes and stars is a comment. */
  readonly hasComments?: boolean;
  /** How many quotes are around a text that may be left out; 0 for one that stays. */
  readonly quoteLength?: (text: string, from: number) => number;
}

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
