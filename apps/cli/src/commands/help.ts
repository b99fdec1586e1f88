import { UsageError } from "@reader/handlers/usage-error";
import { nearestWord } from "../arguments/nearest-word.ts";
import { type CommandName, commandNames, type Option, options } from "../arguments/options.ts";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { isTerminal, stylerFor, write } from "../output/write.ts";

/** What the help and the man page say about a command. */
interface CommandHelp {
  /** The words after `reader`. */
  readonly usage: string;
  readonly summary: string;
  /** Further sentences, for the help of the command. */
  readonly details?: string;
  readonly examples: readonly string[];
}

const commandHelp: { readonly [Name in CommandName]: CommandHelp } = {
  read: {
    usage: "[read] <path|-> …",
    summary: "Print files as a language model would receive them.",
    details:
      "A path can name lines, as in src/main.ts:5-7 or src/main.ts#L5-L7, or be a quoted pattern, as in 'src/**/*.ts'. " +
      "Without a path, or with -, it reads standard input.",
    examples: [
      "reader README.md",
      "reader src/main.ts:5-16",
      "reader app.log --offset -200",
      "reader app.log --find '/time(d )?out/i' --context 5",
      "reader notebook.ipynb --pages 1-5 --save-images figures",
      "reader 'reports/*.pdf' -o text/",
      "git diff | reader --json",
    ],
  },
  find: {
    usage: "find PATTERN [DIR]",
    summary: "Search the files of a folder, in every format.",
    details:
      "PATTERN is taken literally; /…/ is a regular expression, /…/i ignores case. Skips hidden version control folders, " +
      "node_modules, and what .gitignore and .ignore name, unless DIR is inside. Exit codes as of grep: 0 if something matches, 1 if nothing does, 2 if the search failed.",
    examples: [
      "reader find 'connection lost'",
      "reader find '/invoice (no|number)/i' documents --files '*.pdf,*.docx'",
      "reader find TODO src --context 2 --limit 20",
    ],
  },
  list: {
    usage: "list [DIR …]",
    summary: "List folders: folders first, then files with their sizes.",
    examples: ["reader list", "reader list src --limit 100"],
  },
  info: {
    usage: "info <path|-> …",
    summary: "Print the type, size and token cost of a file or folder, and how to read it.",
    examples: ["reader info data.csv", "reader info 'reports/*.pdf' --json"],
  },
  batch: {
    usage: "batch SOURCE … --out DIR",
    summary: "Read many files into a folder: resumable, each exactly once.",
    details:
      "A source is a folder (ignore files count), a file, s3://BUCKET/PREFIX (with npm install @reader/s3), or - for a list " +
      "of paths on standard input. The same command goes on after an interrupt or a crash. reader batch plan SOURCE … shows what would be read, reader batch status DIR how far " +
      "a run is, and reader batch retry DIR --code CODE reads failed documents again.",
    examples: [
      "reader batch docs --out text",
      "reader batch docs --out chunks --format chunks --chunk-tokens 400",
      "find . -name '*.pdf' -print0 | reader batch - --out text",
      "reader batch docs --out monday --since sunday",
      "reader batch s3://bucket/reports --out text --format parquet --concurrency 16",
      "reader batch retry text --code timed-out --timeout 600",
    ],
  },
  formats: {
    usage: "formats",
    summary: "Print what can be read, by which handler, under which licence, and whether it is isolated.",
    examples: ["reader formats", "reader formats --json"],
  },
  doctor: {
    usage: "doctor",
    summary: "Print versions, handlers, engines, licences and what is missing.",
    examples: ["reader doctor", "reader doctor --json"],
  },
  completion: {
    usage: "completion SHELL",
    summary: "Print a completion script for bash, zsh, fish or powershell.",
    examples: [
      "source <(reader completion bash)",
      "reader completion fish | source",
      "reader completion powershell | Out-String | Invoke-Expression",
    ],
  },
  help: {
    usage: "help [COMMAND]",
    summary: "Show the help of a command.",
    examples: ["reader help find"],
  },
};

const introduction =
  "Prints any file as a language model would receive it: numbered lines, cut to a budget, with the next step.";

const exitTexts: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "Everything was read."],
  ["1", "Something could not be read; of find: nothing matches."],
  ["2", "Wrong use; of find: also a search that failed; of batch: also a source, folder or queue that cannot be used."],
  ["3", "Of batch: the run stopped before its end. With 0 and 1 it is complete."],
  ["130", "Interrupted."],
];

/** `reader help [COMMAND]`, and `--help` of a command. */
export async function runHelp({ operands }: CommandLine): Promise<number> {
  const [topic, ...more] = operands;
  if (more.length > 0)
    throw new UsageError("reader help takes one command.", `Give one of ${commandNames.join(", ")}.`);
  const look: Look = { style: stylerFor("stdout"), width: terminalWidth() };
  await write("stdout", topic === undefined ? overview(look) : helpOf(commandOf(topic), look));
  return 0;
}

function commandOf(topic: string): CommandName {
  const command = commandNames.find((name) => name === topic);
  if (command !== undefined) return command;
  const near = nearestWord(topic, commandNames);
  const hint = near === undefined ? `Give one of ${commandNames.join(", ")}.` : `Did you mean reader help ${near}?`;
  throw new UsageError(`There is no command ${JSON.stringify(topic)}.`, hint);
}

/** The width of text where the terminal is unknown, in columns. */
const usualWidth = 80;

/** The width of the longest line that is comfortable to read. */
const greatestWidth = 120;

function terminalWidth(): number {
  const columns = isTerminal("stdout") ? process.stdout.columns : undefined;
  return columns === undefined || columns < 20 ? usualWidth : Math.min(columns, greatestWidth);
}

/** How the help is printed. */
interface Look {
  readonly style: (style: "bold", text: string) => string;
  /** Maximum columns of a line. */
  readonly width: number;
  /** The column in which descriptions start. Default: what fits the width. */
  readonly column?: number;
}

/** The help of the program: all commands, and the options of `read`. */
export function overview(look: Look): string {
  const commands = commandNames.map((name) =>
    entry(`reader ${commandHelp[name].usage}`, commandHelp[name].summary, look),
  );
  return [
    `${wrapped(introduction, look.width).join("\n")}\n`,
    section("Commands", commands, look),
    ...optionSections("read", look),
    section(
      "Exit codes",
      exitTexts.map(([code, meaning]) => entry(code, meaning, { ...look, column: 8 })),
      look,
    ),
    section("Examples", exampleLines("read", look), look),
    `${wrapped("The options of another command: reader COMMAND --help, as in reader find --help.", look.width).join("\n")}\n`,
  ].join("\n");
}

/** The help of one command. */
export function helpOf(command: CommandName, look: Look): string {
  const { usage, summary, details, examples } = commandHelp[command];
  return [
    `${wrapped(summary, look.width).join("\n")}\n`,
    section("Usage", [`  reader ${usage}`], look),
    ...(details === undefined ? [] : [`${wrapped(details, look.width).join("\n")}\n`]),
    ...optionSections(command, look),
    ...(examples.length === 0 ? [] : [section("Examples", exampleLines(command, look), look)]),
  ].join("\n");
}

function exampleLines(command: CommandName, { width }: Look): readonly string[] {
  return commandHelp[command].examples.flatMap((example) => shellLines(`  ${example}`, width));
}

/** A space outside quotes, where a shell command can go on in the next line. */
const shellSpace = /(?<=\S) (?=(?:[^']*'[^']*')*[^']*$)/g;

/** Breaks a command so that it still can be pasted: after a bar, or with a backslash. A word stays whole. */
function shellLines(command: string, width: number): readonly string[] {
  if (command.length <= width) return [command];
  const breaks = [...command.matchAll(shellSpace)].map(({ index }) => {
    const start = command.slice(0, index);
    return { start: start.endsWith(" |") ? start : `${start} \\`, rest: `      ${command.slice(index + 1)}` };
  });
  // A break right behind the indent would repeat itself for ever.
  const useful = breaks.filter(({ rest }) => rest.length < command.length);
  const fitting = useful.filter(({ start }) => start.length <= width);
  // An option stays with its value if it can.
  const whole = fitting.findLast(({ start, rest }) => start.endsWith("|") || rest.trimStart().startsWith("--"));
  const chosen = whole ?? fitting.at(-1) ?? useful[0];
  return chosen === undefined ? [command] : [chosen.start, ...shellLines(chosen.rest, width)];
}

function section(title: string, lines: readonly string[], { style }: Look): string {
  return `${style("bold", title)}\n${lines.join("\n")}\n`;
}

/** The options of a command by group, without groups that it has no option of. */
function optionSections(command: CommandName, look: Look): readonly string[] {
  return optionGroups(command).map(([group, members]) =>
    section(
      group,
      members.map((option) => entry(optionForm(option), option.help, look)),
      look,
    ),
  );
}

function optionGroups(command?: CommandName): readonly (readonly [group: string, members: readonly Option[]])[] {
  const fitting = options.filter(({ commands }) => command === undefined || commands.includes(command));
  const groups = [...new Set(fitting.map(({ group }) => group))];
  return groups.map((group) => [group, fitting.filter((option) => option.group === group)] as const);
}

function optionForm({ name, short, value, isRepeatable }: Option): string {
  const label = value === undefined ? "" : ` ${value.label}`;
  return `${short === undefined ? "" : `-${short}, `}--${name}${label}${isRepeatable === true ? " …" : ""}`;
}

/** The column in which the description of an option starts. In a narrow terminal, it starts on the next line. */
const wideColumn = 30;
const narrowColumn = 6;
const narrowWidth = 70;

function entry(form: string, text: string, { width, column = columnFor(width) }: Look): string {
  const start = `  ${form}`;
  const indent = " ".repeat(column);
  const lines = wrapped(text, width - column).map((line) => `${indent}${line}`);
  if (start.length >= column - 1) return [...wrappedForm(start, width), ...lines].join("\n");
  return [`${start}${(lines[0] ?? "").slice(start.length)}`, ...lines.slice(1)].join("\n");
}

function columnFor(width: number): number {
  return width < narrowWidth ? narrowColumn : wideColumn;
}

/** A long list of choices is broken at its bars. */
function wrappedForm(form: string, width: number): readonly string[] {
  if (form.length <= width) return [form];
  const at = form.lastIndexOf("|", width - 1);
  if (at < 0) return [form];
  return [form.slice(0, at + 1), ...wrappedForm(`      ${form.slice(at + 1)}`, width)];
}

/** Breaks a text at spaces. A word that is longer than a line stays whole. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The man page `reader(1)`, in roff. `man/reader.1` is this text. */
export function manPage(): string {
  return [
    '.TH READER 1 "" "reader" "User Commands"',
    ".SH NAME",
    String.raw`reader \- print any file as a language model would receive it`,
    ".SH SYNOPSIS",
    ...commandNames.flatMap((name, at) => [
      ...(at === 0 ? [] : [".br"]),
      String.raw`\fBreader\fR ${roff(commandHelp[name].usage)}`,
    ]),
    ".SH DESCRIPTION",
    roff(introduction),
    ".SH COMMANDS",
    ...commandNames.flatMap((name) => {
      const { usage, summary, details } = commandHelp[name];
      return [".TP", String.raw`\fB${roff(usage)}\fR`, roff(details === undefined ? summary : `${summary} ${details}`)];
    }),
    ".SH OPTIONS",
    ...optionGroups().flatMap(([group, members]) => [`.SS ${roff(group)}`, ...members.flatMap(manOption)]),
    ".SH EXIT STATUS",
    ...exitTexts.flatMap(([code, meaning]) => [".TP", code, roff(meaning)]),
    ".SH EXAMPLES",
    ".nf",
    ...commandNames.flatMap((name) => commandHelp[name].examples.map(roff)),
    ".fi",
    "",
  ].join("\n");
}

function manOption(option: Option): readonly string[] {
  const all = commandNames.filter((name) => option.commands.includes(name));
  const where = all.length === commandNames.length ? "" : ` (${all.join(", ")})`;
  return [".TP", String.raw`\fB${roff(optionForm(option))}\fR`, roff(`${option.help}${where}`)];
}

/** Escapes what roff would act on: backslashes, dashes, and a dot or quote at the start of a line. */
function roff(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`)
    .replace(/^[.]/, String.raw`\&.`);
}

/** `reader --version`: prints the version of this program. */
export async function runVersion(): Promise<number> {
  const { packageOf } = await import("../doctor/packages.ts");
  const { version } = packageOf(import.meta.url);
  await write("stdout", `${version}\n`);
  return 0;
}
