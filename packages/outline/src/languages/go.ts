import type { Language } from "./language.ts";

/** Go. Methods are nested in the type of their receiver if the file declares it. */
export const language: Language = {
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
