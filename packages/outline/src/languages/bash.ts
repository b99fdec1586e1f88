import type { Language } from "./language.ts";

/** Bash and the shells that are like it. */
export const language: Language = {
  name: "Bash",
  mediaTypes: ["text/x-shellscript"],
  grammar: "bash",
  leads: /^#/,
  // The scanner of this grammar (`@vscode/tree-sitter-wasm` 0.3.1) gives no memory back: some 750 bytes a character.
  maxSearchedCharacters: 200_000,
  declaration: /^([\w.:-]+)[ \t]*\(\)[ \t\r]*(?:[{(#].*)?$/,
  query: `
(function_definition name: (_) @name body: (_) @body) @function
`,
};
