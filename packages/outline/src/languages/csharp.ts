import type { Language } from "./language.ts";

/** C#, including records and file-scoped namespaces. */
export const language: Language = {
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
