import type { MediaPattern } from "@reader/core";

/** Placeholder for the path of a temporary file with the bytes. Without it, they come on standard input. */
export const filePlaceholder = "{file}";

/** Default maximum size of a program's output, in bytes, if the budget allows as much. */
export const defaultMaxOutputBytes = 64_000_000;

/** A program that reads a format, and its files: `mediaTypes`, `extensions`, or both. */
export interface CommandOptions {
  /** Its name in messages, such as `pandoc`. */
  readonly name: string;
  /** The version of the program, for messages about its failures. */
  readonly version?: string;
  /**
   * The program and its arguments, as words or as one text that `splitWords` splits. It runs without a shell; use
   * `["sh", "-c", "…"]` for one. `{file}` in a word becomes the path of a temporary file with the bytes; without it,
   * they come on standard input. A program or argument that starts with `./` or `../` is relative to `directory`.
   */
  readonly command: string | readonly string[];
  /** Media types detected from content: `application/x-dwg`, `image/*`. */
  readonly mediaTypes?: readonly MediaPattern[];
  /** File extensions, with or without a dot, for files whose content does not identify them: `org`, `.pages.txt`. */
  readonly extensions?: readonly string[];
  /** Maximum time to wait for the program. Default and maximum: the reader's `documentTimeMs`. */
  readonly timeoutMs?: number;
  /** Maximum size of its output, in bytes, up to the reader's `maxInflatedBytes`. Default: `defaultMaxOutputBytes`. */
  readonly maxOutputBytes?: number;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder that `./` and `../` in the command are relative to. Default: the working directory. */
  readonly directory?: string;
}

/** Command options with the command split into words. */
export interface Command extends CommandOptions {
  readonly words: readonly [program: string, ...words: string[]];
}

/** Returns the words of a command, or `undefined` if it has none or a quote is not closed. */
export function wordsOf(command: string | readonly string[]): Command["words"] | undefined {
  const [program, ...words] = (typeof command === "string" ? splitWords(command) : command) ?? [];
  return program === undefined || program === "" ? undefined : [program, ...words];
}

/** True if the bytes are written to a temporary file. */
export function wantsFile({ words }: Pick<Command, "words">): boolean {
  return words.some((word) => word.includes(filePlaceholder));
}

/** Matches whitespace between words, or a part of a word: quoted, escaped, or plain. The same rules on every system. */
const piece = /(\s+)|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/y;

/**
 * Splits a command into words as a POSIX shell does, without variables, patterns or pipes. Single quotes keep
 * everything, double quotes everything but `\"` and `\\`, and a backslash keeps the next character. Returns `undefined`
 * if a quote is not closed or the last character is a backslash.
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
