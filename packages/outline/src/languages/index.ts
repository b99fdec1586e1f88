import type { MediaType } from "@reader/core/handler";
import { cpp } from "./cpp.ts";
import { javascript, typescript, vue } from "./script.ts";
import type { Language, Naming } from "./language.ts";

/** Bash and similar shells. */
export const bash: Language = {
  name: "Bash",
  mediaTypes: ["text/x-shellscript"],
  grammar: "bash",
  leads: /^#/,
  // The scanner of this grammar (`@vscode/tree-sitter-wasm` 0.3.1) leaks some 750 bytes per character.
  maxSearchedCharacters: 200_000,
  declaration: /^([\w.:-]+)[ \t]*\(\)[ \t\r]*(?:[{(#].*)?$/,
  query: `
(function_definition name: (_) @name body: (_) @body) @function
`,
};

/** C#, including records and file-scoped namespaces. */
export const csharp: Language = {
  name: "C#",
  mediaTypes: ["text/x-csharp"],
  grammar: "c-sharp",
  leads: /^(?:\/\/|\[)/,
  naming: (name, head) => {
    if (/\boperator\s+(?:checked\s+)?$/.test(head)) return { name: `operator ${name}` };
    return { name: head.endsWith("~") ? `~${name}` : name };
  },
  query: `
(namespace_declaration name: (_) @name body: (_) @body) @module
(class_declaration name: (_) @name body: (_)? @body) @class
(struct_declaration name: (_) @name body: (_)? @body) @class
(record_declaration name: (_) @name body: (_)? @body) @class
(interface_declaration name: (_) @name body: (_)? @body) @interface
(enum_declaration name: (_) @name body: (_)? @body) @enum
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_)? @body) @method
(destructor_declaration name: (_) @name body: (_)? @body) @method
(property_declaration name: (_) @name accessors: (_)? @body) @property
(indexer_declaration "this" @name accessors: (_)? @body) @property
(event_declaration name: (_) @name accessors: (_)? @body) @property
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @property
(operator_declaration operator: _ @name body: (_)? @body) @method
(conversion_operator_declaration type: (_) @name body: (_)? @body) @method
(local_function_statement name: (_) @name body: (_)? @body) @function
`,
};

/** CSS; SCSS and Less are outlined by their braces. */
export const css: Language = {
  name: "CSS",
  mediaTypes: ["text/css"],
  grammar: "css",
  leads: /^\/\//,
  query: `
(rule_set (selectors) @name (block) @body) @rule
(media_statement (block) @body) @rule
(supports_statement (block) @body) @rule
(keyframes_statement (keyframe_block_list) @body) @rule
(at_rule (block) @body) @rule
`,
};

/** Go. Methods are nested in the type of their receiver if the file declares it. */
export const go: Language = {
  name: "Go",
  mediaTypes: ["text/x-go"],
  grammar: "go",
  leads: /^\/\//,
  query: `
(type_declaration) @wrap
(const_declaration) @wrap
(var_declaration) @wrap
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @class.outer
(type_spec name: (_) @name type: (interface_type "{" @body)) @interface.outer
(type_spec name: (_) @name) @type.outer
(type_alias name: (_) @name) @type.outer
(function_declaration name: (_) @name body: (_)? @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))
    (parenthesized_type (pointer_type (type_identifier) @owner))
  ]))
  name: (_) @name body: (_)? @body) @method
(method_elem name: (_) @name) @method
(source_file (const_declaration (const_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (_) @name) @constant)))
`,
};

/** Java, including records and annotation types. */
export const java: Language = {
  name: "Java",
  mediaTypes: ["text/x-java"],
  grammar: "java",
  leads: /^(?:\/\/|@(?!interface\b))/,
  query: `
(class_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(annotation_type_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_) @body) @method
(compact_constructor_declaration name: (_) @name body: (_) @body) @method
(annotation_type_element_declaration name: (_) @name) @method
`,
};

/** PHP, also embedded in HTML. */
export const php: Language = {
  name: "PHP",
  mediaTypes: ["text/x-php"],
  grammar: "php",
  opening: "<?php ",
  leads: /^(?:\/\/|#)/,
  query: `
(namespace_definition name: (_) @name body: (_) @body) @module
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(trait_declaration name: (_) @name body: (_) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @enum
(function_definition name: (_) @name body: (_) @body) @function
(method_declaration name: (_) @name body: (_)? @body) @method
(assignment_expression left: (variable_name) @name right: [
  (anonymous_function body: (_) @body)
  (arrow_function body: (_) @body)
]) @function.outer
(const_declaration (const_element (name) @name)) @constant.outer
`,
};

/** PowerShell. */
export const powershell: Language = {
  name: "PowerShell",
  mediaTypes: ["text/x-powershell"],
  grammar: "powershell",
  leads: /^#/,
  // Removes the scope from a name: `function global:prompt`.
  naming: (name) => ({ name: name.replace(/^(?:global|script|local|private):(?=.)/i, "") }),
  query: `
(function_statement (function_name) @name "{" @body) @function
(class_statement . (simple_name) @name "{" @body) @class
(class_method_definition (simple_name) @name "{" @body) @method
(enum_statement . (simple_name) @name "{" @body) @enum
`,
};

/** Python 3, and the common subset of Python 2. */
export const python: Language = {
  name: "Python",
  mediaTypes: ["text/x-python"],
  grammar: "python",
  leads: /^[#@]/,
  prepare: blankInnerComments,
  naming: (name) => ({ name: name.replace(/\[.*$/s, "") }),
  query: `
(decorated_definition) @wrap
(class_definition name: (_) @name body: (_) @body) @class
(function_definition name: (_) @name body: (_) @body) @function
(module (type_alias_statement . (type) @name) @type)
(module (expression_statement (assignment left: (identifier) @name)) @constant
  (#match? @name "^_{0,2}[A-Z][A-Z0-9_]+$"))
`,
};

/** Matches three or more comment lines with the same indentation. */
const commentRun = /^([ \t]*)#[^\r\n]*(?:\r?\n\1#[^\r\n]*){2,}/gm;

/**
 * Blanks comments of Python between two others. After each comment the grammar scans all that follow, so thousands in a
 * row would take minutes. All offsets stay the same.
 */
function blankInnerComments(text: string): string {
  return text.replace(commentRun, (comments) => {
    const [first, last] = [comments.indexOf("\n"), comments.lastIndexOf("\n")];
    return comments.slice(0, first) + comments.slice(first, last).replace(/[^\r\n]/g, " ") + comments.slice(last);
  });
}

/**
 * Matches the start of a block that needs an `end`, unless it ends on the same line or is an endless method: `def size
 * = 1`.
 */
const rubyOpenings =
  /^[ \t]*(?:class|module|def(?![^\n]*\)? =)|if|unless|case|while|until|begin|for)\b(?![^\n]*\bend\b)|\bdo\b[ \t]*(?:\|[^|\n]*\|)?[ \t]*$|=[ \t]*(?:if|case|begin)\b/gm;
const rubyEndings = /^[ \t]*end\b/gm;

/** Maximum number of `end` keywords added. */
const maxEnds = 100;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Returns the name of a test without quotes. */
function plainName(name: string): Naming {
  return { name: /^(["']).*\1$/s.test(name) ? name.slice(1, -1) : name };
}

/** Ruby, including test blocks. Methods of `class << self` are nested in the class around it. */
export const ruby: Language = {
  name: "Ruby",
  mediaTypes: ["text/x-ruby"],
  grammar: "ruby",
  leads: /^#/,
  naming: plainName,
  ends: (text) =>
    "\nend".repeat(Math.min(maxEnds, Math.max(0, countOf(text, rubyOpenings) - countOf(text, rubyEndings)))),
  query: `
(module name: (_) @name body: (_)? @body) @module
(class name: (_) @name superclass: (_)? body: (_)? @body) @class
(method name: (_) @name body: (_)? @body) @function
(singleton_method name: (_) @name body: (_)? @body) @function
(assignment left: (constant) @name right: (call receiver: (constant) method: (identifier) @make block: (_) @body)
  (#any-of? @make "new" "define")) @class
(assignment left: (constant) @name right: (call block: (_) @body)) @constant.outer
(assignment left: (constant) @name) @constant.outer
(call method: (identifier) @test arguments: (argument_list . [(string) (constant) (scope_resolution)] @name)
  block: (_) @body (#any-of? @test "describe" "context" "it" "specify" "feature" "scenario" "test")) @function
`,
};

/** Rust. The content of an `impl` block is nested in its type if the file declares it. */
export const rust: Language = {
  name: "Rust",
  mediaTypes: ["text/x-rust"],
  grammar: "rust",
  // `//!` and `#![…]` belong to the enclosing item.
  leads: /^(?:\/\/(?!!)|#\[)/,
  query: `
(struct_item name: (_) @name body: (field_declaration_list)? @body) @class
(union_item name: (_) @name body: (_) @body) @class
(enum_item name: (_) @name body: (_) @body) @enum
(trait_item name: (_) @name body: (_) @body) @interface
(type_item name: (_) @name) @type.outer
(associated_type name: (_) @name) @type
(mod_item name: (_) @name body: (_)? @body) @module.outer
(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name) @function
(const_item name: (_) @name) @constant.outer
(static_item name: (_) @name) @constant.outer
(macro_definition name: (_) @name) @function
(impl_item !trait type: [
  (type_identifier) @owner
  (generic_type type: (type_identifier) @owner)
  (scoped_type_identifier name: (type_identifier) @owner)
] body: (_) @body) @dissolve
(impl_item trait: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier name: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
] type: [
  (type_identifier) @owner
  (generic_type type: (type_identifier) @owner)
  (reference_type type: (type_identifier) @owner)
  (reference_type type: (generic_type type: (type_identifier) @owner))
  (scoped_type_identifier name: (type_identifier) @owner)
  (primitive_type) @owner
] body: (_) @body) @class
`,
};

/** All languages with a grammar. */
export const languages: readonly Language[] = [
  bash,
  cpp,
  csharp,
  css,
  go,
  java,
  javascript,
  php,
  powershell,
  python,
  ruby,
  rust,
  typescript,
  vue,
];

/** Returns the language of a media type, or `undefined`. */
export function languageOf(mediaType: MediaType): Language | undefined {
  return languages.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
