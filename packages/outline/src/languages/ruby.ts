import type { Language, Naming } from "./language.ts";

/**
 * Matches the start of a block that needs an `end`, unless it ends on the same line or is an endless method: `def size
 * = 1`.
 */
const opens =
  /^[ \t]*(?:class|module|def(?![^\n]*\)? =)|if|unless|case|while|until|begin|for)\b(?![^\n]*\bend\b)|\bdo\b[ \t]*(?:\|[^|\n]*\|)?[ \t]*$|=[ \t]*(?:if|case|begin)\b/gm;
const closes = /^[ \t]*end\b/gm;

/** Maximum number of `end` keywords added. */
const maxEnds = 100;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Returns the name of a test without quotes. */
function plainName(name: string): Naming {
  return { name: /^(["']).*\1$/s.test(name) ? name.slice(1, -1) : name };
}

/** Ruby, including test blocks. Methods of `class << self` are nested in the class around it. */
export const language: Language = {
  name: "Ruby",
  mediaTypes: ["text/x-ruby"],
  grammar: "ruby",
  leads: /^#/,
  naming: plainName,
  ends: (text) => "\nend".repeat(Math.min(maxEnds, Math.max(0, countOf(text, opens) - countOf(text, closes)))),
  query: `
(module name: (_) @name body: (_)? @body) @module
(class name: (_) @name superclass: (_)? body: (_)? @body) @class
(method name: (_) @name body: (_)? @body) @function
(singleton_method name: (_) @name body: (_)? @body) @function
(assignment left: (constant) @name right: (call receiver: (constant) method: (identifier) @make block: (_) @body)
  (#any-of? @make "new" "define")) @class
(assignment left: (constant) @name right: (call block: (_) @body)) @constant.outer
(assignment left: (constant) @name) @constant.outer
(call method: (identifier) @test arguments: (argument_list . [(string) (constant) (scope_resolution)] @name)
  block: (_) @body (#any-of? @test "describe" "context" "it" "specify" "feature" "scenario" "test")) @function
`,
};
