// oxlint-disable-next-line reader/no-modules -- checks that a program exists before a file is read
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
// oxlint-disable-next-line reader/no-modules -- Windows is skipped
import system from "node:process";
import type { MediaPattern } from "@reader/core";
import { defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import { shellWord } from "@reader/core/render";
import { typeByName } from "@reader/core/internal";
import { commandIssues } from "../options/command-issues.ts";
import { environmentIn } from "../options/environment.ts";
import { type Command, type CommandOptions, filePlaceholder, wantsFile, wordsOf } from "../options/options.ts";
import { kindOf, placedWord, wordByHand } from "../options/placed-word.ts";

/** A handler whose program may be missing. */
export interface CommandHandler extends Handler {
  /** Returns why its program cannot be started, as far as known before a file is read, or `undefined`. */
  programProblem(): string | undefined;
}

/**
 * Creates a handler that reads a format with a program of the user. The program gets the bytes of a file and prints the
 * document's text in UTF-8, ideally as Markdown. It runs in a separate process already, so the handler has no `origin`
 * and cannot be isolated. Throws a `TypeError` that names every invalid option.
 */
export function command(options: CommandOptions): CommandHandler {
  const checked = check(options);
  const { name, version } = checked;
  const handler = defineHandler({
    name,
    tables: "markdown",
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

/** Returns the command line for a POSIX shell, in the working directory. */
function byHand(checked: Command, path: string): string {
  const file = path.startsWith("-") ? `./${path}` : path;
  const words = checked.words.map((_, at) => wordByHand(checked, at).replaceAll(filePlaceholder, file));
  const line = words.map(shellWord).join(" ");
  return wantsFile(checked) ? line : `${line} < ${shellWord(file)}`;
}

/** Returns why the program of a command cannot be started, as far as known in advance, or `undefined`. */
function programProblem(command: Command): string | undefined {
  const [program] = command.words;
  // Skipped on Windows, which completes program extensions and has no executable permission.
  if (system.platform === "win32") return undefined;
  const path = isAbsolute(program) ? program : placedWord(command, 0);
  if (path === undefined) return isOnPath(program, command) ? undefined : `There is no ${program} on the PATH.`;
  if (kindOf(path) !== "file") return `There is no file ${program}.`;
  return isRunnable(path) ? undefined : `${program} is not executable.`;
}

function isOnPath(program: string, { environment }: Command): boolean {
  const { PATH = "" } = environmentIn("", environment);
  return PATH.split(delimiter).some((folder) => isRunnable(join(folder, program)));
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return kindOf(path) === "file";
  } catch {
    return false;
  }
}

/** Returns the types that a command reads, and how to recognise its files by name. */
interface ClaimedTypes {
  readonly mediaTypes: readonly MediaPattern[];
  readonly sniff: (head: Uint8Array, name: string) => MediaType | undefined;
}

/**
 * Maps the extension of a specific format, such as `docx`, to the format's media type, so that the command reads such
 * files whatever their name. Any other extension gets a unique type, because its usual type may be too broad: `log`
 * must not claim `text/plain`, nor `tar.gz` all of gzip.
 */
function claimedTypes({ mediaTypes = [], extensions = [] }: CommandOptions): ClaimedTypes {
  const endings = extensions.map((extension) => `.${extension.replace(/^\./, "").toLowerCase()}`);
  const types = new Map(endings.map((ending) => [ending, typeOf(ending)]));
  return {
    mediaTypes: [...new Set([...mediaTypes, ...types.values()])],
    sniff(head, name) {
      const lowered = name.toLowerCase();
      const ending = endings.find((each) => lowered.length > each.length && lowered.endsWith(each));
      const claimed = ending === undefined ? undefined : types.get(ending);
      return claimed === undefined || isDisguised(head, claimed) ? undefined : claimed;
    },
  };
}

function typeOf(ending: string): MediaType {
  const known = isCompound(ending) ? undefined : typeByName(`x${ending}`);
  const own = ending.slice(1).replaceAll(/[^\w.+-]/g, "-");
  if (known === undefined) return `application/x-${own}`;
  return known.startsWith("text/") ? `text/x-${own}` : known;
}

function isCompound(ending: string): boolean {
  return ending.lastIndexOf(".") > 0;
}

/** Media types with an extension whose files are never text. */
const binary =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|msword|vnd\.|zip|epub|java-|gzip|zstd|wasm|x-(?:bzip2|xz|7z|tar)))/;

/** Plain text saved as `report.docx` is not such a document, and a program for those would only report it as broken. */
function isDisguised(head: Uint8Array, claimed: MediaType): boolean {
  return head.length > 0 && binary.test(claimed) && isPlainText(head);
}

function isPlainText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
