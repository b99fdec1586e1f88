import type { Language } from "./language.ts";

/** Java, including records and annotation types. */
export const language: Language = {
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
