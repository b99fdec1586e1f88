import { blankMacros } from "./c-macros.ts";
import { cNaming } from "./c-naming.ts";
import type { Language } from "./language.ts";

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
