import type { Language, Naming } from "./language.ts";

/** The query patterns that JavaScript and TypeScript share. */
const scriptQuery = `
(export_statement) @wrap
(class_declaration name: (_) @name body: (_) @body) @class
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(method_definition name: (_) @name body: (_) @body) @method

(export_statement "default" @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (class body: (_) @body)
]) @function.outer

(lexical_declaration (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)
])) @function.outer
(variable_declaration (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
])) @function.outer
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class.outer
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class.outer
(lexical_declaration (variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
])))) @function.outer
(lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @constant.outer
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @constant.outer)

((assignment_expression left: [(member_expression) (identifier)] @name right: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (class body: (_) @body)
]) @function.outer (#not-eq? @name "module.exports"))
((assignment_expression left: (member_expression) @name right: [
  (arrow_function body: (_) @body)
  (function_expression !name body: (_) @body)
  (class !name body: (_) @body)
]) @function.outer (#eq? @name "module.exports"))
((assignment_expression left: (member_expression) @exports right: [
  (function_expression name: (_) @name body: (_) @body)
  (class name: (_) @name body: (_) @body)
]) @function.outer (#eq? @exports "module.exports"))
(pair key: [(property_identifier) (string)] @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @method.outer
(pair key: [(property_identifier) (string)] @name value: (object [
  (method_definition)
  (pair value: [(arrow_function) (function_expression)])
]) @body) @property.outer

((call_expression function: [(identifier) @test (member_expression object: (identifier) @test)] arguments: (arguments
  . [(string) (template_string)] @name [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @function
  (#any-of? @test "describe" "suite" "context" "it" "test"))
`;

/** Matches an escaped backslash, or an invalid escape. */
const oddEscape = /\\(?:\\|u(?![\da-fA-F]{4}|\{)|x(?![\da-fA-F]{2}))/g;

/**
 * Blanks escapes that are valid only in `String.raw`, as in `C:\users`. The grammar rejects them and loses the rest.
 * All offsets stay the same.
 */
function blankOddEscapes(text: string): string {
  return text.replace(oddEscape, (escape) => (escape === "\\\\" ? escape : ` ${escape.slice(1)}`));
}

/** `module.exports.read` is `read`, `Reader.prototype.read` belongs to `Reader`, and a string is its words. */
function scriptNaming(name: string): Naming {
  const quoted = /^(["'`])(.*)\1$/s.exec(name)?.[2];
  if (quoted !== undefined) return { name: quoted };
  // Checked first, because names are many and the pattern is slow.
  const ofType = name.includes(".prototype.") ? /^(?:\w+\.)*?([\w$]+)\.prototype\.([\w$]+)$/.exec(name) : null;
  if (ofType?.[1] !== undefined && ofType[2] !== undefined) return { name: ofType[2], owner: ofType[1] };
  return { name: name.replace(/^(?:module\.)?exports\.(?=.)/, "") };
}

/** The query of TypeScript, which extends that of JavaScript. */
const typescriptQuery: string = `
${scriptQuery}
(ambient_declaration) @wrap
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(type_alias_declaration name: (_) @name) @type.outer
(internal_module name: (_) @name body: (_) @body) @module
(module name: (_) @name body: (_) @body) @module
(ambient_declaration "global" @name (statement_block) @body) @module
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @constant.outer)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @constant.outer)
(public_field_definition name: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @method
(public_field_definition name: (_) @name value: (class body: (_) @body)) @class
`;

/** JavaScript, with JSX and with the functions of tests. */
export const javascript: Language = {
  name: "JavaScript",
  mediaTypes: ["text/javascript", "application/javascript"],
  grammar: "javascript",
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  prepare: blankOddEscapes,
  query: `
${scriptQuery}
(field_definition property: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @method
(field_definition property: (_) @name value: (class body: (_) @body)) @class
`,
};

/** TypeScript. Only `.tsx` files use the grammar with JSX, which cannot parse others. */
export const typescript: Language = {
  name: "TypeScript",
  mediaTypes: ["text/x-typescript"],
  grammar: (fileName) => (/\.tsx$/i.test(fileName) ? "tsx" : "typescript"),
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  prepare: blankOddEscapes,
  query: typescriptQuery,
};

/** Vue, Svelte and Astro: the declarations of their scripts. */
export const vue: Language = {
  name: "Vue",
  mediaTypes: ["text/x-vue"],
  grammar: "typescript",
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  query: typescriptQuery,
  prepare: (text) => blankOddEscapes(keepScripts(text)),
};

const scriptStart = /<script\b[^>]*>|^---\r?\n/gi;

/** Blanks everything outside of scripts, except line breaks. */
function keepScripts(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  scriptStart.lastIndex = 0;
  for (let start = scriptStart.exec(text); start !== null; start = scriptStart.exec(text)) {
    const from = start.index + start[0].length;
    const close = start[0].startsWith("-") ? text.indexOf("\n---", from) + 1 : text.indexOf("</script", from);
    const end = close <= 0 ? text.length : close;
    pieces.push(blank(text.slice(at, from)), text.slice(from, end));
    at = end;
    scriptStart.lastIndex = end;
  }
  return pieces.join("") + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
