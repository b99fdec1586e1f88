import type { GrammarName } from "../../engine/engine.ts";
import type { BlockRules } from "./bodies.ts";

/** Keywords before parentheses and a brace that do not start a function. */
const control: ReadonlySet<string> = new Set(
  "if for foreach while switch catch with using lock fixed synchronized try match when await return".split(" "),
);

const parenthesisOpen = 0x28;
const parenthesisClose = 0x29;

/** Returns the index of the matching closing parenthesis, or -1. */
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

/** Maximum number of characters between parentheses of a statement head. */
const maxBetween = 2000;

/** Returns the word before the parenthesis that closes at `close`, or an empty string. */
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

/**
 * True if parentheses are followed by a brace without a control keyword before: a method, or a function without a
 * keyword.
 */
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
/** Matches a function that is named by an assignment. */
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

/** Matches the text after parameters: an optional type and a brace. */
const bodyBegins = /^(?::[^=;{}]*)?\{$/;
const arrowBegins = /^(?::[^=;{}]*)?=>\s*\{$/;

const scriptEntry =
  /\bfunction\b[\s*]*[\w$]|\bclass\b|\b(?:interface|enum|namespace|module)\s+["'\w$]|(?<![.\w$])(?:describe|suite|context|it|test)\s*[.(]|(?:[:<|&]|\bas)\s*\{[^{}]*\([^()]*\)\s*[:;]/;

/** Matches the head of an object type or enumeration. Only members with parameters are entries. */
const scriptTypeHead =
  /^(?:(?:export|declare|default|const)\s+)*(?:(?:interface|enum)\s+[\w$][^(){}=]*|type\s+[\w$][^(){}=]*=\s*)\{$/;

/** Matches an opening brace that starts a type. */
const typeBegins = /(?:[&|:]|\bis)\s*\{$/;

const script: BlockRules = {
  isHead: (head) => (isScriptHead(head) && !typeBegins.test(head)) || scriptTypeHead.test(head),
  // Functions named by an assignment are entries only outside of functions.
  mayHoldEntry: (body, head) => (scriptTypeHead.test(head) ? /[({]/.test(body) : mayScriptHoldEntry(body)),
};

function mayScriptHoldEntry(body: string): boolean {
  return scriptEntry.test(body) || hasScriptMethod(body);
}

/** True if a part of a script may contain a method. */
export function hasScriptMethod(body: string): boolean {
  return hasMethod(body, /\)(?=\s*(?::[^{}();=]*)?\{)/g);
}

/** Matches a statement, or a type with parameters after its name. */
const notTyped =
  /\b(?:new|return|else|throw|do|case)\b|\b(?:class|struct|record|interface|enum)\s+\w+(?:<[^()]*>)?\s*\($/;

/** True for the head of a typed function: modifiers, types, a name, parameters, and no assignment after them. */
function isTypedHead(head: string): boolean {
  const name = /^[\w<>[\],.:?@*&~ ]*[\w>]\s*\(/.exec(head)?.[0];
  if (name === undefined || notTyped.test(name)) return false;
  if (control.has(/\w+(?=\s*\($)/.exec(name)?.[0] ?? "")) return false;
  const close = closingAt(head, name.length - 1);
  return close > 0 && !/[;={}]/.test(head.slice(close + 1, -1));
}

const java: BlockRules = {
  isHead: isTypedHead,
  mayHoldEntry: (body) =>
    /\b(?:class|interface|enum|record)\s+\w/.test(body) || hasMethod(body, /\)(?=\s*(?:throws\s[^{}();=]*)?\{)/g),
};

const csharp: BlockRules = {
  isHead: isTypedHead,
  mayHoldEntry: (body) =>
    /\b(?:class|struct|record|interface|enum|delegate)\b|[\w>\]?]\s+\w+\s*(?:<[^()]*>)?\([^()]*\)\s*(?:where\b[^{}();]*)?=>|^[ \t]*#/m.test(
      body,
    ) || hasMethod(body, /\)(?=\s*(?:where\s[^{}();=]*)?\{)/g),
};

/** Matches named types and macros with parameters. Everything else is an entry only outside of functions. */
export const cEntry: RegExp = /\b(?:class|struct|union|enum)\s+\w[^;(){}=,]*\{|^[ \t]*#[ \t]*define[ \t]+\w+\(/m;

/** True if every `#if` in a body has its `#endif`. */
function hasWholeConditions(body: string): boolean {
  let open = 0;
  for (const [, word] of body.matchAll(/^[ \t]*#[ \t]*(if|el|endif)/gm)) {
    if (open === 0 && word !== "if") return false;
    if (word === "if") open += 1;
    else if (word === "endif") open -= 1;
  }
  return open === 0;
}

/** Matches the head of a type, or of a function that returns one: `struct point *add(…)`. */
const cTypeHead = /^(?:template\s*<.*>\s*)?(?:typedef\s+)?(?:class|struct|union|enum|namespace)\b/;
const cTypedFunction =
  /^(?:struct|union|enum|class)\s+\w+[\s*&]+(?:\w+[\s*&]+)*(?!__attribute__|__declspec|alignas)\w+(?:::~?\w+)*\s*\(/;

function isCHead(head: string): boolean {
  return isTypedHead(head) && (!cTypeHead.test(head) || cTypedFunction.test(head));
}

/** Matches the head of an array initialiser. */
const cTable = /^[A-Za-z_][^(){};="']*=\s*\{$/;

/** Matches the head of a type. Parentheses in it could be a macro. */
const cFieldsHead = /^(?:typedef\s+)?(?:struct|union|enum|class)\b[^(){}=;]*\{$/;

/** True if a type has only fields, and no functions, types or macros. */
function isOfFields(body: string): boolean {
  return !/[({]|\b(?:typedef|using|operator|friend|template)\b|^[ \t]*#[ \t]*define\b/m.test(body);
}

const cpp: BlockRules = {
  isHead: (head) => isCHead(head) || cTable.test(head) || cFieldsHead.test(head),
  mayHoldEntry: (body, head) =>
    isCHead(head) || cTable.test(head) ? cEntry.test(body) || !hasWholeConditions(body) : !isOfFields(body),
  isAside: (line) => line.startsWith("#") || (line.endsWith(":") && /^[A-Za-z_]\w*[ \t]*:$/.test(line)),
};

const go: BlockRules = {
  isHead: (head) => /^func\b/.test(head),
  mayHoldEntry: (body) => /\binterface\s*\{\s*[\w/]/.test(body),
};

const rust: BlockRules = {
  isHead: (head) => /^(?:pub(?:\([^)]*\))?\s+|(?:default|const|async|unsafe|extern)\s+|"[^"]*"\s+)*fn\s+\w/.test(head),
  mayHoldEntry: (body) => /\b(?:fn|struct|enum|union|trait|impl|mod|type)\s+\w|\bimpl\b|\bmacro_rules\b/.test(body),
};

const php: BlockRules = {
  isHead: (head) => /^(?:(?:public|private|protected|static|final)\s+)*function\s+&?\s*\w+\s*\(/.test(head),
  mayHoldEntry: (body) => /\bfunction\s*&?\s*\w|\b(?:class|interface|trait|enum|namespace|const)\b|\?>|<<</i.test(body),
};

const bash: BlockRules = {
  isHead: (head) => /^(?:function[ \t]+[\w.:-]+[ \t]*(?:\([ \t]*\))?|[\w.:-]+[ \t]*\([ \t]*\))[ \t]*\{$/.test(head),
  // An unbalanced quote may span lines and hide a brace.
  mayHoldEntry: (body) => /\([ \t]*\)|\bfunction\b|<</.test(body) || [...body.matchAll(/['"]/g)].length % 2 === 1,
  filler: " :;",
};

const css: BlockRules = {
  isHead: (head) => head !== "",
  mayHoldEntry: (body) => /[{}@]/.test(body),
};

/** Rules of the grammars whose functions have bodies in braces. */
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
