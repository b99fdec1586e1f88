import type { Language } from "./language.ts";

/** What an `end` belongs to, unless that is in the same line or a method has none: `def size = 1`. */
const opens =
  /^[ \t]*(?:class|module|def(?![^\n]*\)? =)|if|unless|case|while|until|begin|for)\b(?![^\n]*\bend\b)|\bdo\b[ \t]*(?:\|[^|\n]*\|)?[ \t]*$|=[ \t]*(?:if|case|begin)\b/gm;
const closes = /^[ \t]*end\b/gm;

/** Blocks inside each other beyond these are no code. */
const maxEnds = 100;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Ruby; the methods of `class << self` stand below the class around it. */
export const language: Language = {
  name: "Ruby",
  mediaTypes: ["text/x-ruby"],
  grammar: "ruby",
  leads: /^#/,
  ends: (text) => "\nend".repeat(Math.min(maxEnds, Math.max(0, countOf(text, opens) - countOf(text, closes)))),
  query: `
(module name: (_) @name body: (_)? @body) @module
(class name: (_) @name superclass: (_)? body: (_)? @body) @class
(method name: (_) @name body: (_)? @body) @function
(singleton_method name: (_) @name body: (_)? @body) @function
(assignment left: (constant) @name) @constant.outer
`,
};
