import type { GrammarName } from "../../engine/engine.ts";
import type { BlockRules } from "./block-bodies.ts";

/** Words before parentheses and a brace that begin no function. */
const control: ReadonlySet<string> = new Set(
  "if for foreach while switch catch with using lock fixed synchronized try match when await return".split(" "),
);

const parenthesisOpen = 0x28;
const parenthesisClose = 0x29;

/** Where the parenthesis ends that is open there; -1 where nothing closes it. */
function closingAt(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === parenthesisOpen) depth += 1;
    else if (unit === parenthesisClose) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Characters between parentheses; what is longer is no head of a statement. */
const maxBetween = 2000;

/** The word before the parenthesis that is closed there; empty where there is none. */
function wordBefore(text: string, close: number): string {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - maxBetween); at -= 1) {
    const unit = text.charCodeAt(at);
    if (unit === parenthesisClose) depth += 1;
    else if (unit === parenthesisOpen) depth -= 1;
    if (depth === 0) return /[\w$\])>"'`]+(?=\s*$)/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? "";
  }
  return "";
}

/** Whether parentheses are followed by a brace where no statement says why: a method, or a function of no keyword. */
function hasMethod(body: string, between: RegExp): boolean {
  for (const { index } of body.matchAll(between)) {
    const word = wordBefore(body, index);
    if (word !== "function" && !control.has(word)) return true;
  }
  return false;
}

const scriptFunction = /^(?:(?:export|default|declare|async)\s+)*function\b\s*\*?\s*[\w$]/;
const scriptMethod =
  /^(?:(?:public|private|protected|static|override|async|get|set)\s+|\*\s*)*(?:#?[\w$]+|\[[^\]]*\]|"[^"]*"|'[^']*')\s*(?:<[^()]*>)?\(/;
/** A function that gets a name by what it is assigned to. */
const scriptValue =
  /^(?:(?:export|const|let|var|public|private|protected|static|readonly|override)\s+)*[\w$.#]+\s*(?::[^=]*)?[=:]\s*(?:async\s*)?(?:function\b[^(]*)?(?:<[^()]*>\s*)?\(/;

const notMethods = /^(?:if|for|while|switch|catch|with|function|return|do|else|case|new|await|throw|typeof)\b/;

function isScriptHead(head: string): boolean {
  const value = scriptValue.exec(head)?.[0];
  if (value !== undefined) {
    const tail = head.slice(closingAt(head, value.length - 1) + 1).trim();
    return (/\bfunction\b/.test(value) ? bodyBegins : arrowBegins).test(tail);
  }
  const isNamed = scriptFunction.test(head) || (scriptMethod.test(head) && !notMethods.test(head));
  return isNamed && bodyBegins.test(head.slice(closingAt(head, head.indexOf("(")) + 1).trim());
}

/** What stands behind the parameters: a type, and a brace. */
const bodyBegins = /^(?::[^=;{}]*)?\{$/;
const arrowBegins = /^(?::[^=;{}]*)?=>\s*\{$/;

const scriptTells =
  /\bfunction\b[\s*]*[\w$]|\bclass\b|\b(?:interface|enum|namespace|module)\s+["'\w$]|(?<![.\w$])(?:describe|suite|context|it|test)\s*[.(]|(?:[:<|&]|\bas)\s*\{[^{}]*\([^()]*\)\s*[:;]/;

/** A type of properties, or an enumeration: of both only what has parameters is an entry. */
const scriptTypeHead =
  /^(?:(?:export|declare|default|const)\s+)*(?:(?:interface|enum)\s+[\w$][^(){}=]*|type\s+[\w$][^(){}=]*=\s*)\{$/;

/** A type in braces, of which a head with no body may end. */
const typeBegins = /(?:[&|:]|\bis)\s*\{$/;

const script: BlockRules = {
  isHead: (head) => (isScriptHead(head) && !typeBegins.test(head)) || scriptTypeHead.test(head),
  // Whatever is named by an assignment counts outside of functions only.
  isTelling: (body, head) => (scriptTypeHead.test(head) ? /[({]/.test(body) : isScriptTelling(body)),
};

function isScriptTelling(body: string): boolean {
  return scriptTells.test(body) || hasScriptMethod(body);
}

/** Whether something of a script may hold a method. */
export function hasScriptMethod(body: string): boolean {
  return hasMethod(body, /\)(?=\s*(?::[^{}();=]*)?\{)/g);
}

/** A statement, or a type whose parameters stand behind its name. */
const notTyped =
  /\b(?:new|return|else|throw|do|case)\b|\b(?:class|struct|record|interface|enum)\s+\w+(?:<[^()]*>)?\s*\($/;

/** A name with its types and modifiers before parentheses, and what may stand behind them. */
function isTypedHead(head: string): boolean {
  const name = /^[\w<>[\],.:?@*&~ ]*[\w>]\s*\(/.exec(head)?.[0];
  if (name === undefined || notTyped.test(name)) return false;
  if (control.has(/\w+(?=\s*\($)/.exec(name)?.[0] ?? "")) return false;
  const close = closingAt(head, name.length - 1);
  return close > 0 && !/[;={}]/.test(head.slice(close + 1, -1));
}

const java: BlockRules = {
  isHead: isTypedHead,
  isTelling: (body) =>
    /\b(?:class|interface|enum|record)\s+\w/.test(body) || hasMethod(body, /\)(?=\s*(?:throws\s[^{}();=]*)?\{)/g),
};

const csharp: BlockRules = {
  isHead: isTypedHead,
  isTelling: (body) =>
    /\b(?:class|struct|record|interface|enum|delegate)\b|[\w>\]?]\s+\w+\s*(?:<[^()]*>)?\([^()]*\)\s*(?:where\b[^{}();]*)?=>|^[ \t]*#/m.test(
      body,
    ) || hasMethod(body, /\)(?=\s*(?:where\s[^{}();=]*)?\{)/g),
};

/** Types with a name, and macros with parameters: all else is an entry outside of functions only. */
export const cTells: RegExp = /\b(?:class|struct|union|enum)\s+\w[^;(){}=,]*\{|^[ \t]*#[ \t]*define[ \t]+\w+\(/m;

/** Whether a body has both ends of each `#if` that it has one of. */
function hasWholeConditions(body: string): boolean {
  let open = 0;
  for (const [, word] of body.matchAll(/^[ \t]*#[ \t]*(if|el|endif)/gm)) {
    if (open === 0 && word !== "if") return false;
    if (word === "if") open += 1;
    else if (word === "endif") open -= 1;
  }
  return open === 0;
}

/** The head of a type, or of a function that gives one: `struct point *add(…)`. */
const cTypeHead = /^(?:template\s*<.*>\s*)?(?:typedef\s+)?(?:class|struct|union|enum|namespace)\b/;
const cTypedFunction =
  /^(?:struct|union|enum|class)\s+\w+[\s*&]+(?:\w+[\s*&]+)*(?!__attribute__|__declspec|alignas)\w+(?:::~?\w+)*\s*\(/;

function isCHead(head: string): boolean {
  return isTypedHead(head) && (!cTypeHead.test(head) || cTypedFunction.test(head));
}

/** The head of a table of values. */
const cTable = /^[A-Za-z_][^(){};="']*=\s*\{$/;

/** The head of a type; what stands in brackets there may be a macro of any meaning. */
const cFieldsHead = /^(?:typedef\s+)?(?:struct|union|enum|class)\b[^(){}=;]*\{$/;

/** Whether a type has fields only: no functions, types or macros that are entries, as far as words tell. */
function isOfFields(body: string): boolean {
  return !/[({]|\b(?:typedef|using|operator|friend|template)\b|^[ \t]*#[ \t]*define\b/m.test(body);
}

const cpp: BlockRules = {
  isHead: (head) => isCHead(head) || cTable.test(head) || cFieldsHead.test(head),
  isTelling: (body, head) =>
    isCHead(head) || cTable.test(head) ? cTells.test(body) || !hasWholeConditions(body) : !isOfFields(body),
  isAside: (line) => line.startsWith("#") || (line.endsWith(":") && /^[A-Za-z_]\w*[ \t]*:$/.test(line)),
};

const go: BlockRules = {
  isHead: (head) => /^func\b/.test(head),
  isTelling: (body) => /\binterface\s*\{\s*[\w/]/.test(body),
};

const rust: BlockRules = {
  isHead: (head) => /^(?:pub(?:\([^)]*\))?\s+|(?:default|const|async|unsafe|extern)\s+|"[^"]*"\s+)*fn\s+\w/.test(head),
  isTelling: (body) => /\b(?:fn|struct|enum|union|trait|impl|mod|type)\s+\w|\bimpl\b|\bmacro_rules\b/.test(body),
};

const php: BlockRules = {
  isHead: (head) => /^(?:(?:public|private|protected|static|final)\s+)*function\s+&?\s*\w+\s*\(/.test(head),
  isTelling: (body) => /\bfunction\s*&?\s*\w|\b(?:class|interface|trait|enum|namespace|const)\b|\?>|<<</i.test(body),
};

const bash: BlockRules = {
  isHead: (head) => /^(?:function[ \t]+[\w.:-]+[ \t]*(?:\([ \t]*\))?|[\w.:-]+[ \t]*\([ \t]*\))[ \t]*\{$/.test(head),
  // Of quotes that reach over lines nobody knows whether a brace is in them.
  isTelling: (body) => /\([ \t]*\)|\bfunction\b|<</.test(body) || [...body.matchAll(/['"]/g)].length % 2 === 1,
  filler: " :;",
};

const css: BlockRules = {
  isHead: (head) => head !== "",
  isTelling: (body) => /[{}@]/.test(body),
};

/** The rules of grammars whose functions have bodies in braces. */
export const blockRules: Readonly<Record<GrammarName, BlockRules>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  java,
  "c-sharp": csharp,
  cpp,
  go,
  rust,
  php,
  bash,
  css,
};
