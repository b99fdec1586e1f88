import type { Language } from "./language.ts";
import { blankInnerComments } from "./python-comments.ts";

/** Python 3, and what Python 2 has in common with it. */
export const language: Language = {
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
