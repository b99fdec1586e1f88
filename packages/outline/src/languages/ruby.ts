import type { Language } from "./language.ts";

/** Ruby; the methods of `class << self` stand below the class around it. */
export const ruby: Language = {
  name: "Ruby",
  mediaTypes: ["text/x-ruby"],
  grammar: "ruby",
  leads: /^#/,
  query: `
(module name: (_) @name body: (_)? @body) @module
(class name: (_) @name superclass: (_)? body: (_)? @body) @class
(method name: (_) @name body: (_)? @body) @function
(singleton_method name: (_) @name body: (_)? @body) @function
(assignment left: (constant) @name) @constant.outer
`,
};
