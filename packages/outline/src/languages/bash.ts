import type { Language } from "./language.ts";

/** Bash and the shells that are like it. */
export const language: Language = {
  name: "Bash",
  mediaTypes: ["text/x-shellscript"],
  grammar: "bash",
  leads: /^#/,
  declaration: /^([\w.:-]+)[ \t]*\(\)[ \t\r]*(?:[{(#].*)?$/,
  query: `
(function_definition name: (_) @name body: (_) @body) @function
`,
};
