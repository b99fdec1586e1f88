import type { Language } from "./language.ts";

/** Bash and similar shells. */
export const language: Language = {
  name: "Bash",
  mediaTypes: ["text/x-shellscript"],
  grammar: "bash",
  leads: /^#/,
  // The scanner of this grammar (`@vscode/tree-sitter-wasm` 0.3.1) leaks some 750 bytes per character.
  maxSearchedCharacters: 200_000,
  declaration: /^([\w.:-]+)[ \t]*\(\)[ \t\r]*(?:[{(#].*)?$/,
  query: `
(function_definition name: (_) @name body: (_) @body) @function
`,
};
