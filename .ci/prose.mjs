// Phrases that readers of English stumble over. Words are checked by cspell: its word lists are in `cspell.json`.

/** Lists of tests in the threat model quote titles of tests, which their packages own. */
const quotesTest = /^- \[[^\]]+\.test\.tsx?\]/;
const comment = /^\s*(?:\/\/|\/\*|\*)|\s\/\/ |\/\*\*/;

/**
 * Returns a message for each line of prose that holds a phrase: any line of Markdown outside code blocks, and comments
 * of source files.
 * @param {ReadonlyMap<string, string>} files The content of each file, by its path.
 * @param {Readonly<Record<string, string>>} phrases What to write instead, by a regular expression of the phrase.
 */
export function phraseFaults(files, phrases) {
  const rules = Object.entries(phrases).map(([phrase, advice]) => [new RegExp(`\\b(?:${phrase})\\b`, "i"), advice]);
  return [...files].flatMap(([path, content]) =>
    proseLines(path, content).flatMap(([line, prose]) =>
      rules.flatMap(([pattern, advice]) => {
        const found = pattern.exec(prose)?.[0];
        return found === undefined ? [] : [`${path}:${line} has "${found}": ${advice}.`];
      }),
    ),
  );
}

/** Code between backticks is not prose. */
function proseLines(path, content) {
  const isMarkdown = path.endsWith(".md");
  let isInCode = false;
  return content.split("\n").flatMap((line, index) => {
    if (isMarkdown && line.trimStart().startsWith("```")) isInCode = !isInCode;
    const isProse = isMarkdown ? !isInCode && !quotesTest.test(line) : comment.test(line);
    return isProse ? [[index + 1, line.replaceAll(/`[^`]*`/g, "``")]] : [];
  });
}
