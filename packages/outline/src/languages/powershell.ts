import type { Language } from "./language.ts";

/** PowerShell. */
export const language: Language = {
  name: "PowerShell",
  mediaTypes: ["text/x-powershell"],
  grammar: "powershell",
  leads: /^#/,
  // Removes the scope from a name: `function global:prompt`.
  naming: (name) => ({ name: name.replace(/^(?:global|script|local|private):(?=.)/i, "") }),
  query: `
(function_statement (function_name) @name "{" @body) @function
(class_statement . (simple_name) @name "{" @body) @class
(class_method_definition (simple_name) @name "{" @body) @method
(enum_statement . (simple_name) @name "{" @body) @enum
`,
};
