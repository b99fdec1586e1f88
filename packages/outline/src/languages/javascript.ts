import type { Language } from "./language.ts";
import { blankOddEscapes, scriptNaming, scriptQuery } from "./script.ts";

/** JavaScript, with JSX and with the functions of tests. */
export const language: Language = {
  name: "JavaScript",
  mediaTypes: ["text/javascript", "application/javascript"],
  grammar: "javascript",
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  prepare: blankOddEscapes,
  query: `
${scriptQuery}
(field_definition property: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
]) @method
(field_definition property: (_) @name value: (class body: (_) @body)) @class
`,
};
