import type { Language } from "./language.ts";

/** CSS; SCSS and Less are outlined by their braces. */
export const language: Language = {
  name: "CSS",
  mediaTypes: ["text/css"],
  grammar: "css",
  leads: /^\/\//,
  query: `
(rule_set (selectors) @name (block) @body) @rule
(media_statement (block) @body) @rule
(supports_statement (block) @body) @rule
(keyframes_statement (keyframe_block_list) @body) @rule
(at_rule (block) @body) @rule
`,
};
