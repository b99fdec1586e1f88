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

/**
 * A word as a shell takes it: as it is where nothing in it is special, else in quotes. What a message would not show as it
 * is, such as a newline in the name of a file, becomes an escape of `$'…'`, which all but the plainest shells know.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (/\p{C}/u.test(word)) return `$'${word.replace(/['\\]|\p{C}/gu, ansiEscape)}'`;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function ansiEscape(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
