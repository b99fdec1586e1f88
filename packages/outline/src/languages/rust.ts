import type { Language } from "./language.ts";

/** Rust. The content of an `impl` block is nested in its type if the file declares it. */
export const language: Language = {
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
