import { scriptQuery } from "./script-query.ts";

/** What TypeScript adds to JavaScript. */
export const typescriptQuery: string = `
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
