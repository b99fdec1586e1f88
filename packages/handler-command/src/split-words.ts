/** Blanks between words, or a piece of one: quoted, behind a backslash, or plain. The same rules on every system. */
const piece = /(\s+)|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/y;

/**
 * Splits a command at blanks as a POSIX shell would, and does nothing else that a shell does: no variables, no patterns,
 * no pipes. Single quotes keep everything, double quotes all but `\"` and `\\`, a backslash the next character.
 * Undefined where a quote is not closed or a backslash is the last character.
 */
export function splitWords(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  piece.lastIndex = 0;
  while (piece.lastIndex < command.length) {
    const found = piece.exec(command);
    if (found === null) return undefined;
    if (found[1] === undefined) {
      word = (word ?? "") + contentOf(found);
    } else {
      if (word !== undefined) words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

function contentOf([, , single, double, escaped, plain]: RegExpExecArray): string {
  return single ?? double?.replaceAll(/\\(["\\])/g, "$1") ?? escaped ?? plain ?? "";
}
