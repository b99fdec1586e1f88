import type { Language } from "./language.ts";

/** Python 3, and the common subset of Python 2. */
export const language: Language = {
  name: "Python",
  mediaTypes: ["text/x-python"],
  grammar: "python",
  leads: /^[#@]/,
  prepare: blankInnerComments,
  naming: (name) => ({ name: name.replace(/\[.*$/s, "") }),
  query: `
(decorated_definition) @wrap
(class_definition name: (_) @name body: (_) @body) @class
(function_definition name: (_) @name body: (_) @body) @function
(module (type_alias_statement . (type) @name) @type)
(module (expression_statement (assignment left: (identifier) @name)) @constant
  (#match? @name "^_{0,2}[A-Z][A-Z0-9_]+$"))
`,
};

/** Matches three or more comment lines with the same indentation. */
const run = /^([ \t]*)#[^\r\n]*(?:\r?\n\1#[^\r\n]*){2,}/gm;

/**
 * Blanks comments of Python between two others. After each comment the grammar scans all that follow, so thousands in a
 * row would take minutes. All offsets stay the same.
 */
function blankInnerComments(text: string): string {
  return text.replace(run, (comments) => {
    const [first, last] = [comments.indexOf("\n"), comments.lastIndexOf("\n")];
    return comments.slice(0, first) + comments.slice(first, last).replace(/[^\r\n]/g, " ") + comments.slice(last);
  });
}
