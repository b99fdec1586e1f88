import type { MediaPattern } from "@reader/core/handler";

/** What stands for the path of a temporary file with the bytes; without it they come on standard input. */
export const filePlaceholder = "{file}";

/** Default maximum size of a program's output, in bytes, if the budget allows as much. */
export const defaultMaxOutputBytes = 64_000_000;

/** A program or script that reads a format, and which files it is for: `mediaTypes`, `extensions`, or both. */
export interface CommandOptions {
  /** What messages call it, such as `pandoc`. */
  readonly name: string;
  /** Of the program, for messages about its failures. */
  readonly version?: string;
  /**
   * The program and its arguments, as words or as one text that `splitWords` splits. It runs without a shell; use
   * `["sh", "-c", "…"]` for one. `{file}` in a word becomes the path of a temporary file with the bytes; without it,
   * they come on standard input. A program or argument that starts with `./` or `../` is relative to `directory`.
   */
  readonly command: string | readonly string[];
  /** Types by the bytes: `application/x-dwg`, `image/*`. */
  readonly mediaTypes?: readonly MediaPattern[];
  /** Endings of names, with or without a dot, for files whose bytes do not say what they are: `org`, `.pages.txt`. */
  readonly extensions?: readonly string[];
  /** How long the program may be waited for, at most the reader's `documentTimeMs`, which is the default. */
  readonly timeoutMs?: number;
  /** Bytes that it may print, at most the reader's `maxInflatedBytes`. Default: `defaultMaxOutputBytes`. */
  readonly maxOutputBytes?: number;
  /** Variables besides those that a program needs to run at all. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder below which `./` and `../` of the command lie; the working directory where not given. */
  readonly directory?: string;
}

/** The options of a command with its words. */
export interface Command extends CommandOptions {
  readonly words: readonly [program: string, ...words: string[]];
}

/** The words of a command; undefined where it has none, or a quote that is not closed. */
export function wordsOf(command: string | readonly string[]): Command["words"] | undefined {
  const [program, ...words] = (typeof command === "string" ? splitWords(command) : command) ?? [];
  return program === undefined || program === "" ? undefined : [program, ...words];
}

/** Whether the bytes go into a temporary file. */
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
