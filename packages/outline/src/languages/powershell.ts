import type { Language } from "./language.ts";

/** PowerShell. */
export const powershell: Language = {
  name: "PowerShell",
  mediaTypes: ["text/x-powershell"],
  grammar: "powershell",
  leads: /^#/,
  query: `
(function_statement (function_name) @name "{" @body) @function
(class_statement . (simple_name) @name "{" @body) @class
(class_method_definition (simple_name) @name "{" @body) @method
(enum_statement . (simple_name) @name "{" @body) @enum
`,
};
