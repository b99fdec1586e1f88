import type { Language, Naming } from "./language.ts";

const named = `[
    (identifier) (field_identifier) (destructor_name) (operator_name) (qualified_identifier) (template_function)
  ] @name`;

/** Names of function types and function pointer types. */
const functionTypes = [
  `(function_declarator declarator: (type_identifier) @name)`,
  `(function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))`,
  `(function_declarator declarator: (parenthesized_declarator (type_identifier) @name))`,
  `(pointer_declarator declarator: (function_declarator declarator: (type_identifier) @name))`,
  `(pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (type_identifier) @name))))`,
];

const functions = `
(function_declarator declarator: ${named}) @named
(function_definition declarator: (_) @declarator body: (_)? @body) @function.apart
(declaration declarator: (_) @declarator) @function.declared
(field_declaration declarator: (_) @declarator) @method.declared`;

/** Matches a line that starts a function of C, also with its return type on the line above. */
const functionLine =
  /^(?!(?:if|else|for|while|switch|return|do|case|typedef|using|namespace|template)\b)(?:[\w<>:,]+[ \t*&]+)*([A-Za-z_~][\w:~]*)[ \t]*\((?!.*;[ \t]*$)/;

/**
 * C and C++, with the grammar of C++, which also parses C except names such as `class`. Definitions outside of their
 * class are nested in it if it is in the file. A function that is declared and defined is shown at its definition.
 */
export const cpp: Language = {
  name: "C++",
  mediaTypes: ["text/x-c", "text/x-c++"],
  grammar: "cpp",
  leads: /^(?:\/\/|\[\[)/,
  naming: cNaming,
  prepare: blankMacros,
  declaration: functionLine,
  query: `
(template_declaration) @wrap
(namespace_definition name: (_) @name body: (_) @body) @module
(class_specifier name: (_) @name body: (_) @body) @class
(struct_specifier name: (_) @name body: (_) @body) @class
(union_specifier name: (_) @name body: (_) @body) @class
(enum_specifier name: (_) @name body: (_) @body) @enum
(type_definition declarator: (type_identifier) @name) @type.outer
(type_definition declarator: (primitive_type) @name) @type.outer
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @type.outer
(type_definition declarator: (array_declarator declarator: (type_identifier) @name)) @type.outer
${functionTypes.map((declarator) => `(type_definition declarator: ${declarator}) @type.outer`).join("\n")}
(alias_declaration name: (_) @name) @type.outer
(concept_definition name: (_) @name) @type.outer
(function_definition declarator: (operator_cast) @name body: (_)? @body) @method
(preproc_function_def name: (_) @name value: (_)? @body) @function
(preproc_def name: (_) @name value: (_)) @constant.outer
${functions}
`,
};

/**
 * `Reader::read` is `read` of `Reader`, and `Reader::Store::add` is `add` of `Reader.Store`; a specialisation keeps its
 * arguments, which tell it from the template.
 */
function cNaming(name: string): Naming {
  // Most names are one word, and a file may have tens of thousands.
  if (/^\w+$/.test(name)) return { name };
  const plain = name.replace(/\s+/g, " ").trim();
  const cast = /^(operator\s+[\w:*& ]+?)\s*\(\)/.exec(plain)?.[1];
  if (cast !== undefined) return { name: cast };
  const [scopes, own] = splitScopes(plain);
  const owners = scopes.map((scope) => /^\w+/.exec(scope)?.[0]).filter((scope) => scope !== undefined);
  return owners.length === 0 ? { name: own } : { name: own, owner: owners.join(".") };
}

/** Splits a name at `::` outside of angle brackets into its scopes and its last part. */
function splitScopes(name: string): readonly [readonly string[], string] {
  const scopes: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < name.length; at += 1) {
    const character = name.charAt(at);
    if (character === "<") depth += 1;
    else if (character === ">") depth -= 1;
    else if (depth === 0 && name.startsWith("::", at)) {
      scopes.push(name.slice(from, at).trim());
      from = at + 2;
      at += 1;
      // The characters of an operator are not brackets.
    } else if (depth === 0 && /^operator\b/.test(name.slice(at, at + 9)) && at === from) break;
  }
  return [scopes, name.slice(from).trim()];
}

/**
 * Blanks preprocessor constructs that the grammar cannot parse: macros in place of keywords or attributes, and branches
 * that open a bracket that another branch opens too. All offsets stay the same.
 */
function blankMacros(text: string): string {
  const typed = text.replace(typeMacro, (_, before: string, type: string) => before + "x".repeat(type.length));
  return blankWords(blankOldStyle(blankConditions(blankLinkage(blankBranches(typed)))));
}

/** Matches a conditional directive with its continuation lines. */
const conditionLine = /^[ \t]*#[ \t]*(?:if|elif|else|endif)(?:[^\r\n\\]|\\\r?\n|\\)*/gm;

/** Blanks conditional directives. The grammar expects whole declarations inside them, but they may contain anything. */
function blankConditions(text: string): string {
  return text.replace(conditionLine, blankOf);
}

/** Matches K&R parameter declarations between parameters and body, or a macro in their place. */
const oldStyle =
  /(\)[ \t]*(?:\/\*[^\r\n]*\*\/[ \t]*)?\r?\n)((?:[ \t]*(?:[A-Za-z_][\w \t*,[\]]*;|_*[A-Z][A-Z_]{2,})[ \t]*(?:\/\*[^\r\n]*\*\/[ \t]*)?\r?\n){1,30})(?=\{)/g;

function blankOldStyle(text: string): string {
  return text.replace(oldStyle, (_, before: string, types: string) => before + blankOf(types));
}

/**
 * Matches a type created by a macro or named like one: `typedef STACK_OF(NAME) NAMES;`, `typedef SOCKET_TYPE socket;`.
 */
const typeMacro = /^([ \t]*typedef[ \t]+)([A-Za-z_]\w*\([^()\r\n]{0,200}\)|[A-Z]\w*)(?=[ \t]+\w+[ \t]*;)/gm;

/** Matches the start or end of `extern "C"` between directives. */
const linkage =
  /^([ \t]*#[ \t]*if[^\r\n]*__cplusplus[^\r\n]*\r?\n)([ \t]*(?:extern[ \t]+"C"[ \t]*(?:\r?\n[ \t]*)?\{|\})[ \t]*)(?=\r?\n[ \t]*#[ \t]*endif)/gm;

function blankLinkage(text: string): string {
  return text.includes("__cplusplus")
    ? text.replace(linkage, (_, before: string, block: string) => before + blankOf(block))
    : text;
}

const directive = /^[ \t]*#[ \t]*(if|elif|else|endif)[^\r\n]*/gm;

/** An open conditional. */
interface Condition {
  /** Start of its current branch. */
  start: number;
  /** Brace balance of its first branch, or `undefined` while inside it. */
  balance: number | undefined;
}

/** Keeps only the first branch of conditionals whose branches have unbalanced braces. */
function blankBranches(text: string): string {
  const open: Condition[] = [];
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: line, 1: word, index } of text.matchAll(directive)) {
    if (word !== "if") {
      const condition = word === "endif" ? open.pop() : open.at(-1);
      const start = Math.max(done, condition?.start ?? done);
      if (condition !== undefined && isSuperfluous(condition, text.slice(condition.start, index))) {
        pieces.push(text.slice(done, start), blankOf(text.slice(start, index)));
        done = index;
      }
      if (condition !== undefined) condition.start = index + line.length;
    } else open.push({ start: index + line.length, balance: undefined });
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

/**
 * True if the first branch is unbalanced, so that this one repeats its braces. Stores the balance of the first branch.
 */
function isSuperfluous(condition: Condition, branch: string): boolean {
  if (condition.balance !== undefined) return condition.balance !== 0;
  condition.balance = balanceOf(branch);
  return false;
}

function balanceOf(text: string): number {
  let balance = 0;
  for (const [brace] of text.matchAll(/[{}]/g)) balance += brace === "{" ? 1 : -1;
  return balance;
}

/** Calling conventions of Windows, after the return type. */
const convention =
  "(?:WINAPI|CALLBACK|APIENTRY|PASCAL|STDCALL|CDECL|STDMETHODCALLTYPE|WSAAPI|NTAPI)(?=\\s+\\w+\\s*\\()";

/**
 * Matches macros such as `NODE_API_EXPORT`. Without an underscore only before two more words, since a type may be
 * called `DWORD`, after a type of C, and between `class` and a name.
 */
const macro = new RegExp(
  String.raw`(?=[A-Z_])(?<![\w"#$])(?:_*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|${convention}` +
    String.raw`|[A-Z][A-Z0-9]{2,}(?=\s+(?:[a-z_]\w*[\s*&]+[A-Za-z_~]|[A-Z]\w*[a-z]\w*[\s*&]+\w+\s*\())` +
    String.raw`|(?<=(?:\b(?:void|bool|char|double|float|int|long|short|unsigned|\w+_t)\s|\*)\s*)[A-Z][A-Z0-9]{2,}(?=\s+\w+\s*\()` +
    String.raw`|(?<=\b(?:class|struct)\s+)[A-Z][A-Z0-9]{2,}(?=\s+\w+\s*(?:final\s*)?[:{]))`,
  "g",
);

/** Blanks macros outside of directives. */
function blankWords(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(macro)) {
    if (index < done || isDirective(text, index)) continue;
    const end = endOfMacro(text, index, index + word.length);
    if (end === index) continue;
    pieces.push(text.slice(done, index), blankOf(text.slice(index, end)));
    done = end;
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

function isDirective(text: string, index: number): boolean {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  return /^[ \t]*#/.test(text.slice(start, index));
}

/** Number of characters inspected after a macro, and before it. */
const nearby = 1000;
const before = 40;

/** Returns the end of a macro that can be blanked, including its arguments, or its start if it must stay. */
function endOfMacro(text: string, start: number, end: number): number {
  if (!text.slice(start, end).includes("_")) return end;
  const ahead = text.slice(Math.max(0, start - before), start);
  const behind = text.slice(end, end + nearby);
  const inBrackets = bracketsAt(behind);
  // After parameters: `void swap(list& other) LIST_NOEXCEPT_IF((…));`
  if (/\)\s*(?:(?:const|noexcept|override|final)\s*)*$/.test(ahead)) return end + inBrackets;
  if (isAlone(ahead, behind.slice(inBrackets))) return end + inBrackets;
  return /^\s+[A-Za-z_~]/.test(behind) ? end : start;
}

/** True if a macro is a statement without a semicolon, such as `LIST_COPYABLE(list)` on a line. */
function isAlone(ahead: string, behind: string): boolean {
  return /[;{}:]\s*\n[ \t]*$/.test(ahead) && /^[ \t]*\r?\n\s*[^\s{(:;,=]/.test(behind);
}

/** Returns the length of the parenthesised arguments at the start, or 0 if it has no arguments or they do not end nearby. */
function bracketsAt(text: string): number {
  const open = /^\s*\(/.exec(text)?.[0].length ?? 0;
  let depth = open === 0 ? 0 : 1;
  for (let at = open; at < text.length && depth > 0; at += 1) {
    const character = text.charAt(at);
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return 0;
}

function blankOf(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
