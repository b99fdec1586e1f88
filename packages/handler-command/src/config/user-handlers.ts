import type { Budget, Handler } from "@reader/core/handler";
import { escapeName, shellWord } from "@reader/core/render";
import { wordsOf } from "../options/options.ts";
import { command } from "../read/command.ts";
import { suggestion } from "./config-schema.ts";
import type { ConfigIssue, ModuleEntry, ReaderConfig } from "./config.ts";
import { parseConfig, parseLimits } from "./parse-config.ts";

/** The handlers that a user names. */
export interface UserWishes {
  /** Modules as typed: `./mine.js#mine`. */
  readonly handlers: readonly string[];
  /** Commands as typed: `org=pandoc -f org -t gfm`. */
  readonly commands: readonly string[];
  /** The working directory, as an absolute path. */
  readonly directory: string;
  readonly config?: ConfigFile;
  /** A file of limits, which take precedence over those of the configuration. */
  readonly limits?: ConfigFile;
}

/** The content and location of a file of the user. */
export interface ConfigFile {
  /** The name to show to the user. */
  readonly name: string;
  /** The folder of the file, as an absolute path. */
  readonly directory: string;
  readonly text: string;
}

/** Creates a handler from a module. */
export type LoadModule = (entry: ModuleEntry, from: ModuleSource) => Promise<Handler>;

/** Where a module was named. */
export interface ModuleSource {
  /** The folder from which it is resolved. */
  readonly directory: string;
  /** The command-line options that name it: `--handler ./mine.js`. */
  readonly asOptions: string;
}

/** The setup of a user. */
export interface UserSetup {
  /** In order of precedence: the command line's modules, its commands, then those of the file. */
  readonly handlers: readonly Handler[];
  readonly order: readonly string[];
  readonly limits: Partial<Budget>;
  /** As in the file, or `undefined`. */
  readonly roots: readonly string[] | undefined;
}

/** Creates the handlers that a user names. Rejects with a `SetupError`. */
export async function userHandlers(wishes: UserWishes, load: LoadModule): Promise<UserSetup> {
  const { config: file, directory } = wishes;
  const { handlers: entries, order, limits, roots } = file === undefined ? emptyConfig : configOf(file);
  const handlers: Handler[] = [];
  for (const typed of wishes.handlers) {
    handlers.push(await load(moduleOf(typed), { directory, asOptions: `--handler ${shellWord(typed)}` }));
  }
  for (const typed of wishes.commands) handlers.push(commandOf(typed, directory));
  if (file !== undefined) {
    const from = { directory: file.directory, asOptions: `--config ${shellWord(file.name)}` };
    for (const entry of entries) {
      handlers.push(entry.kind === "command" ? command(entry.command) : await load(entry, from));
    }
  }
  return { handlers, order, limits: { ...limits, ...limitsOf(wishes.limits) }, roots };
}

const emptyConfig: ReaderConfig = { handlers: [], order: [], limits: {}, roots: undefined };

/** Moves the handlers that `order` names to the front. Throws a `SetupError` for an unknown name. */
export function inOrder(handlers: readonly Handler[], order: readonly string[]): readonly Handler[] {
  const names = handlers.map(({ name }) => name);
  const stranger = order.find((name) => !names.includes(name));
  if (stranger !== undefined) {
    throw new SetupError(
      `There is no handler "${escapeName(stranger)}" to put in order${suggestion(stranger, names)}`.replace(
        /[^?]$/,
        "$&.",
      ),
      "Correct `order` in the configuration file.",
    );
  }
  const first = order.flatMap((name) => handlers.filter((handler) => handler.name === name));
  return [...new Set([...first, ...handlers])];
}

function configOf({ text, name, directory }: ConfigFile): ReaderConfig {
  const outcome = parseConfig(text, directory);
  if (outcome.ok) return outcome.config;
  throw faultyFile(name, outcome.issues, "reader.schema.json describes it");
}

function limitsOf(file: ConfigFile | undefined): ReaderConfig["limits"] {
  const outcome = file === undefined ? undefined : parseLimits(file.text);
  if (file === undefined || outcome === undefined) return {};
  if (outcome.ok) return outcome.limits;
  throw faultyFile(file.name, outcome.issues, 'it has limits alone, such as {"maxDepth": 4}');
}

function faultyFile(name: string, issues: readonly ConfigIssue[], form: string): SetupError {
  const count = issues.length === 1 ? "one fault" : `${issues.length} faults`;
  return new SetupError(`${name} has ${count}: ${issues.map(issueWords).join("; ")}.`, `Correct the file; ${form}.`);
}

function issueWords({ field, problem }: ConfigIssue): string {
  return `${escapeName(field)} ${problem.replace(/[.?]$/, "")}`;
}

function moduleOf(typed: string): ModuleEntry {
  const at = typed.indexOf("#");
  return at < 0
    ? { kind: "module", module: typed }
    : { kind: "module", module: typed.slice(0, at), export: typed.slice(at + 1) };
}

/** Parses `org,.txt,application/x-a=program {file}`. Items before `=` with a slash are media types. */
export function commandOf(typed: string, directory: string): Handler {
  const at = typed.indexOf("=");
  const types = typed
    .slice(0, Math.max(0, at))
    .split(",")
    .map((each) => each.trim());
  const line = typed.slice(at + 1);
  const [program] = wordsOf(line) ?? [];
  if (at < 1 || program === undefined || types.includes("")) {
    throw new SetupError(
      `"${escapeName(typed)}" is not a command for a format.`,
      "Give the endings or media types and the command, as in: --handler-command 'org=pandoc -f org -t gfm'.",
    );
  }
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  try {
    return command({
      name: `${name.slice(0, 60)}:${(types[0] ?? "").slice(0, 30)}`,
      command: line,
      mediaTypes: types.filter((type) => type.includes("/")),
      extensions: types.filter((type) => !type.includes("/")),
      directory,
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SetupError(
      `"${escapeName(typed)}" is not a command for a format: ${why}`,
      "See the README of @reader/handler-command.",
    );
  }
}

/**
 * A handler or configuration that the user named cannot be used. Has the same brand as the error of `@reader/isolate`.
 */
export class SetupError extends Error {
  readonly "~reader" = "SetupError";
  /** One imperative sentence: what to do instead. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "SetupError";
    this.hint = hint;
  }
}
