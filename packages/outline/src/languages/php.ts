import type { Language } from "./language.ts";

/** PHP, also embedded in HTML. */
export const language: Language = {
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
