import { defineHandler, type Handler, shellWord } from "@reader/core/handler";
import { claimedTypes } from "./claimed-types.ts";
import { commandIssues } from "./command-issues.ts";
import { filePlaceholder, wantsFile, wordsOf, type Command, type CommandOptions } from "./options.ts";
import { wordByHand } from "./placed-word.ts";
import { programProblem } from "./program-problem.ts";

/** A handler whose program may be missing. */
export interface CommandHandler extends Handler {
  /** Why its program cannot be started, as far as that is known before a file is read; undefined where it can. */
  programProblem(): string | undefined;
}

/**
 * Reads a format with a program of the user: it gets the bytes of a file, and what it prints is the document's text, in
 * UTF-8, best as Markdown. A process of its own already, it has no `origin` and cannot be isolated. Throws a `TypeError`
 * that names every wrong option.
 */
export function command(options: CommandOptions): CommandHandler {
  const checked = check(options);
  const { name, version } = checked;
  const handler = defineHandler({
    name,
    ...claimedTypes(checked),
    ...(version === undefined ? {} : { version }),
    byHand: (path) => byHand(checked, path),
    async *read(source, context) {
      const { readCommand } = await import("./read-command.ts");
      yield* readCommand(checked, source, context);
    },
  });
  return Object.freeze({ ...handler, programProblem: () => programProblem(checked) });
}

function check(options: CommandOptions): Command {
  const issues = commandIssues({ ...options });
  const words = issues.length === 0 ? wordsOf(options.command) : undefined;
  if (words !== undefined) return { ...options, words };
  const list = issues.map(({ field, problem }) => `${field} ${problem}`).join("; ");
  throw new TypeError(`The options of a command are wrong: ${list}.`);
}

/** What a person types in a POSIX shell, in the working directory. */
function byHand(checked: Command, path: string): string {
  const file = path.startsWith("-") ? `./${path}` : path;
  const words = checked.words.map((_, at) => wordByHand(checked, at).replaceAll(filePlaceholder, file));
  const line = words.map(shellWord).join(" ");
  return wantsFile(checked) ? line : `${line} < ${shellWord(file)}`;
}
