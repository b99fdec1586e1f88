import type { Language, Naming } from "./language.ts";

const named = `[
    (identifier) (field_identifier) (destructor_name) (operator_name) (qualified_identifier) (template_function)
  ] @name`;

/** The names of types of functions and of pointers to them. */
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

/** A line that begins a function of C, also where the type of its result stands in the line above. */
const functionLine =
  /^(?!(?:if|else|for|while|switch|return|do|case|typedef|using|namespace|template)\b)(?:[\w<>:,]+[ \t*&]+)*([A-Za-z_~][\w:~]*)[ \t]*\((?!.*;[ \t]*$)/;

/**
 * C and C++, by the grammar of C++, which reads C but for names such as `class`. Definitions outside of their class
 * stand below it where the file has it; a function that is both declared and defined is shown where it is defined.
 */
export const language: Language = {
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

/** `Reader::read` is `read` of `Reader`, and `Reader::Store::add` is `add` of `Reader.Store`; a specialisation keeps its arguments, which tell it from the template. */
function cNaming(name: string): Naming {
  // Most names are of one word, and files have ten thousands of them.
  if (/^\w+$/.test(name)) return { name };
  const plain = name.replace(/\s+/g, " ").trim();
  const cast = /^(operator\s+[\w:*& ]+?)\s*\(\)/.exec(plain)?.[1];
  if (cast !== undefined) return { name: cast };
  const [scopes, own] = splitScopes(plain);
  const owners = scopes.map((scope) => /^\w+/.exec(scope)?.[0]).filter((scope) => scope !== undefined);
  return owners.length === 0 ? { name: own } : { name: own, owner: owners.join(".") };
}

/** What stands between `::` outside of angle brackets, and what stands behind the last one. */
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
      // The marks of an operator are no brackets.
    } else if (depth === 0 && /^operator\b/.test(name.slice(at, at + 9)) && at === from) break;
  }
  return [scopes, name.slice(from).trim()];
}

/**
 * Makes C of what only the preprocessor could: macros that stand where a keyword or an attribute become blank, and
 * so do branches that open a bracket which another branch opens, too. Every character keeps its place.
 */
function blankMacros(text: string): string {
  const typed = text.replace(typeMacro, (_, before: string, type: string) => before + "x".repeat(type.length));
  return blankWords(blankOldStyle(blankConditions(blankLinkage(blankBranches(typed)))));
}

/** A line of a condition, and the lines that it goes on in. */
const conditionLine = /^[ \t]*#[ \t]*(?:if|elif|else|endif)(?:[^\r\n\\]|\\\r?\n|\\)*/gm;

/** Branches as if there were no conditions: to a grammar these hold whole declarations only, and to people anything. */
function blankConditions(text: string): string {
  return text.replace(conditionLine, blankOf);
}

/** The types of parameters between them and the body, as C had them before 1989, or a macro that may stand for them. */
const oldStyle =
  /(\)[ \t]*(?:\/\*[^\r\n]*\*\/[ \t]*)?\r?\n)((?:[ \t]*(?:[A-Za-z_][\w \t*,[\]]*;|_*[A-Z][A-Z_]{2,})[ \t]*(?:\/\*[^\r\n]*\*\/[ \t]*)?\r?\n){1,30})(?=\{)/g;

function blankOldStyle(text: string): string {
  return text.replace(oldStyle, (_, before: string, types: string) => before + blankOf(types));
}

/** A type that a macro makes, or that is called like one: `typedef STACK_OF(NAME) NAMES;`, `typedef SOCKET_TYPE socket;`. */
const typeMacro = /^([ \t]*typedef[ \t]+)([A-Za-z_]\w*\([^()\r\n]{0,200}\)|[A-Z]\w*)(?=[ \t]+\w+[ \t]*;)/gm;

/** What opens or closes `extern "C"` between lines of the preprocessor: no declaration is inside of it. */
const linkage =
  /^([ \t]*#[ \t]*if[^\r\n]*__cplusplus[^\r\n]*\r?\n)([ \t]*(?:extern[ \t]+"C"[ \t]*(?:\r?\n[ \t]*)?\{|\})[ \t]*)(?=\r?\n[ \t]*#[ \t]*endif)/gm;

function blankLinkage(text: string): string {
  return text.includes("__cplusplus")
    ? text.replace(linkage, (_, before: string, block: string) => before + blankOf(block))
    : text;
}

const directive = /^[ \t]*#[ \t]*(if|elif|else|endif)[^\r\n]*/gm;

/** A condition that is open. */
interface Condition {
  /** Where its present branch begins. */
  start: number;
  /** Braces that its first branch leaves open, or closes beyond its own; undefined while that is not over. */
  balance: number | undefined;
}

/** Of branches that leave a brace open, only the first one stays. */
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

/** Whether the first branch has what this one would open or close again; notes the balance of the first. */
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

/** How Windows calls a function, which stands behind the type of its result. */
const convention =
  "(?:WINAPI|CALLBACK|APIENTRY|PASCAL|STDCALL|CDECL|STDMETHODCALLTYPE|WSAAPI|NTAPI)(?=\\s+\\w+\\s*\\()";

/**
 * Words such as `NODE_API_EXPORT`, which no grammar can know for macros; without a low line only where two more words
 * follow, because a type may be called `DWORD`, behind a type that C has, and between `class` and a name.
 */
const macro = new RegExp(
  String.raw`(?=[A-Z_])(?<![\w"#$])(?:_*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|${convention}` +
    String.raw`|[A-Z][A-Z0-9]{2,}(?=\s+(?:[a-z_]\w*[\s*&]+[A-Za-z_~]|[A-Z]\w*[a-z]\w*[\s*&]+\w+\s*\())` +
    String.raw`|(?<=(?:\b(?:void|bool|char|double|float|int|long|short|unsigned|\w+_t)\s|\*)\s*)[A-Z][A-Z0-9]{2,}(?=\s+\w+\s*\()` +
    String.raw`|(?<=\b(?:class|struct)\s+)[A-Z][A-Z0-9]{2,}(?=\s+\w+\s*(?:final\s*)?[:{]))`,
  "g",
);

/** Macros become blank, outside of the preprocessor's own lines. */
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

/** Characters behind a macro that are looked at, and those before it. */
const nearby = 1000;
const before = 40;

/** Where a macro ends that may become blank, its arguments included; where it begins if it must stay. */
function endOfMacro(text: string, start: number, end: number): number {
  if (!text.slice(start, end).includes("_")) return end;
  const ahead = text.slice(Math.max(0, start - before), start);
  const behind = text.slice(end, end + nearby);
  const inBrackets = bracketsAt(behind);
  // Behind parameters: `void swap(list& other) LIST_NOEXCEPT_IF((…));`
  if (/\)\s*(?:(?:const|noexcept|override|final)\s*)*$/.test(ahead)) return end + inBrackets;
  if (isAlone(ahead, behind.slice(inBrackets))) return end + inBrackets;
  return /^\s+[A-Za-z_~]/.test(behind) ? end : start;
}

/** Whether a macro is a statement of its own without a semicolon, such as `LIST_COPYABLE(list)` in a line. */
function isAlone(ahead: string, behind: string): boolean {
  return /[;{}:]\s*\n[ \t]*$/.test(ahead) && /^[ \t]*\r?\n\s*[^\s{(:;,=]/.test(behind);
}

/** How far brackets reach that are open there; 0 where there are none, or where they do not end nearby. */
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
