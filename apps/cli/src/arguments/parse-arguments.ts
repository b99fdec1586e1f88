import type { ParseArgsConfig } from "node:util";
import { commandNames, type CommandName, type Option, type OptionValue } from "./options.ts";
import { options } from "./options.ts";
import { UsageError } from "@reader/handlers/usage-error";

/** A valid command line: every option exists, and its value is one that it accepts. */
export interface CommandLine {
  readonly command: CommandName | "version";
  /** The words after the command: paths, or the name of a shell. */
  readonly operands: readonly string[];
  readonly options: GivenOptions;
}

/** The given options. Throws a `TypeError` for a name that is not in the table. */
export interface GivenOptions {
  has(name: string): boolean;
  text(name: string): string | undefined;
  /** The value, as one of the words that the option accepts. */
  choice<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  number(name: string): number | undefined;
  list(name: string): readonly string[];
}

/**
 * Parses the words after the program's name. `isPiped` returns whether something is piped in. Rejects with a `UsageError`
 * that suggests the closest option.
 */
export async function parseArguments(argv: readonly string[], isPiped?: () => boolean): Promise<CommandLine> {
  const tokens = tokensOf(argv);
  const [first, ...others] = tokens.filter((token) => token.kind === "positional");
  const end = tokens.find((token) => token.kind === "option-terminator")?.index ?? argv.length;
  // After `--` every word is a path.
  const named = commandNames.find((name) => name === first?.value && first.index < end);
  const given = new Map<Option, string[]>();
  for (const token of tokens.filter(isOption)) await takeOption(given, token, named);
  const command = named ?? defaultCommand(argv, isPiped);
  const line = {
    operands: (named === undefined && first !== undefined ? [first, ...others] : others).map(({ value }) => value),
    options: givenOptions(given),
  };
  if (line.options.has("help")) return helpFor({ ...line, command }, named);
  if (command === "version" || line.options.has("version")) return { ...line, command: "version" };
  checkCommand(command, [...given.keys()]);
  return { ...line, command };
}

/** The help of the typed command. */
function helpFor(line: CommandLine, named: CommandName | undefined): CommandLine {
  const topic = named === undefined ? [] : [named];
  return { ...line, command: "help", operands: named === "help" ? line.operands : topic };
}

type Token =
  | { readonly kind: "option-terminator"; readonly index: number }
  | { readonly kind: "positional"; readonly index: number; readonly value: string }
  | (OptionToken & { readonly kind: "option" });

function isOption(token: Token): token is OptionToken & { readonly kind: "option" } {
  return token.kind === "option";
}

function tokensOf(argv: readonly string[]): readonly Token[] {
  // Most command lines are paths only and need no parser.
  if (!argv.some((each) => each.startsWith("-"))) {
    return argv.map((value, index) => ({ kind: "positional", index, value }));
  }
  // Takes 1 ms; commander takes 10. `import` would evaluate every export of `node:util`, which takes 4 ms.
  const { parseArgs } = process.getBuiltinModule("node:util");
  return parseArgs({ args: [...argv], options: parserOptions(), strict: false, tokens: true }).tokens;
}

function parserOptions(): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    options.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ("boolean" as const) : ("string" as const),
        multiple: true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
}

/**
 * An empty command line shows the help, and `-v` alone the version, as in other programs, unless something is piped in.
 * `read` reports a missing path.
 */
function defaultCommand(argv: readonly string[], isPiped: (() => boolean) | undefined): CommandLine["command"] {
  const [first, ...others] = argv;
  const isAlone = others.length === 0 && (first === undefined || first === "-v");
  if (!isAlone || isPiped?.() === true) return "read";
  return first === undefined ? "help" : "version";
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

const seeHelp = "See reader --help.";

async function takeOption(
  given: Map<Option, string[]>,
  token: OptionToken,
  command: CommandName | undefined,
): Promise<void> {
  const option = options.find(({ name }) => name === token.name);
  if (option === undefined) throw await unknownOption(token.rawName, command);
  const values = given.get(option) ?? [];
  if (option.value === undefined) {
    if (token.value !== undefined) throw new UsageError(`--${option.name} takes no value.`, seeHelp);
    given.set(option, [""]);
    return;
  }
  if (values.length > 0 && option.isRepeatable !== true) {
    throw new UsageError(`--${option.name} is given twice.`, "Give it once.");
  }
  given.set(option, [...values, checkValue(option.name, option.value, token)]);
}

/** Suggests an option of the command. Without a command, it is `read` as a rule, and may be none that has the option. */
async function unknownOption(rawName: string, command: CommandName | undefined): Promise<UsageError> {
  const { nearestWord } = await import("./nearest-word.ts");
  const fitting = options.filter(({ commands }) => command === undefined || commands.includes(command));
  const near = nearestWord(
    rawName.replace(/^-+/, ""),
    fitting.map(({ name }) => name),
  );
  const help = `See reader ${command === undefined ? "" : `${command} `}--help.`;
  const hint = near === undefined ? `${help} Write -- before a path that starts with a dash.` : undefined;
  return new UsageError(`There is no option ${JSON.stringify(rawName)}.`, hint ?? `Did you mean --${near}?`);
}

function checkValue(name: string, wanted: OptionValue, { value, inlineValue }: OptionToken): string {
  // Only numbers and page lists start with a dash. Any other such word is the next option, so the value is missing.
  const isOption = value !== undefined && inlineValue !== true && /^-(?![\d.])./.test(value);
  if (value === undefined || value === "" || isOption) {
    const hint = isOption ? `If ${JSON.stringify(value)} is the value, write --${name}=${value}.` : seeHelp;
    throw new UsageError(`--${name} needs a value: --${name} ${wanted.label}.`, hint);
  }
  if (wanted.kind === "number") checkNumber(name, value, wanted);
  if (wanted.kind === "choice" && !wanted.choices.includes(value)) {
    throw new UsageError(`--${name} cannot be ${JSON.stringify(value)}.`, `Give one of ${wanted.choices.join(", ")}.`);
  }
  return value;
}

function checkNumber(name: string, value: string, wanted: Extract<OptionValue, { kind: "number" }>): void {
  const { least, most, isWhole, allowsZero } = wanted;
  const number = Number(value);
  const hasForm = isWhole ? /^[+-]?\d+$/.test(value) : /^\d+(?:\.\d+)?$/.test(value);
  if (hasForm && number >= least && number <= most && (number !== 0 || allowsZero)) return;
  const kind = isWhole ? "a whole number" : "a number of seconds";
  const range = least < -1 ? "other than 0" : `from ${least} to ${most}`;
  throw new UsageError(`--${name} cannot be ${JSON.stringify(value)}.`, `Give ${kind} ${range}.`);
}

function checkCommand(command: CommandName, given: readonly Option[]): void {
  const stray = given.find(({ commands }) => !commands.includes(command));
  if (stray === undefined) return;
  throw new UsageError(
    `--${stray.name} is not an option of reader ${command}.`,
    `It is an option of ${stray.commands.join(", ")}.`,
  );
}

function givenOptions(given: ReadonlyMap<Option, readonly string[]>): GivenOptions {
  const byName = new Map(options.map((option) => [option.name, option]));
  const list = (name: string): readonly string[] => {
    const option = byName.get(name);
    if (option === undefined) throw new TypeError(`There is no option called ${name}.`);
    return given.get(option) ?? [];
  };
  return {
    list,
    has: (name) => list(name).length > 0,
    text: (name) => list(name)[0],
    choice: (name, words) => words.find((word) => word === list(name)[0]),
    number: (name) => (list(name)[0] === undefined ? undefined : Number(list(name)[0])),
  };
}

/** Returns options that are each taken from the command line that `from` returns for its name. */
export function optionsFrom(from: (name: string) => GivenOptions): GivenOptions {
  return {
    has: (name) => from(name).has(name),
    text: (name) => from(name).text(name),
    choice: (name, choices) => from(name).choice(name, choices),
    number: (name) => from(name).number(name),
    list: (name) => from(name).list(name),
  };
}
