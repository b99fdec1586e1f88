import { options, type Option, type OptionGroup } from "../arguments/options.ts";
import { stylerFor, write } from "../output/write.ts";

/** The column in which the description of an option starts. */
const column = 30;

const usage = `  reader [read] <path|-> …   Print files as a language model would receive them; - is standard input.
  reader info <path|-> …     Print the type, size and token cost of a file, and how to read it.
  reader doctor              Print versions, handlers, engines, licences and what is missing.
  reader completion SHELL    Print a completion script for bash, zsh or fish.
  reader help                Show this help.`;

const exits = `  0  read    1  something could not be read    2  wrong use    130  interrupted`;

const examples = `  reader README.md
  reader app.log --offset -200
  reader src/main.ts --lines 5-16,960-973
  reader app.log --find '/time(d )?out/i' --context 5
  reader notebook.ipynb --pages 1-5 --save-images figures
  git diff | reader - --json`;

/** Prints the help. */
export async function runHelp(): Promise<number> {
  const style = stylerFor("stdout");
  const section = (title: string, body: string): string => `${style("bold", title)}\n${body}\n`;
  const groups = [...new Set(options.map(({ group }) => group))];
  const text = [
    "Prints any file as a language model would receive it: numbered lines, cut to a budget, with the next step.\n",
    section("Usage", usage),
    ...groups.map((group) => section(group, optionLines(group))),
    section("Exit codes", exits),
    section("Examples", examples),
  ];
  await write("stdout", text.join("\n"));
  return 0;
}

function optionLines(group: OptionGroup): string {
  return options
    .filter((option) => option.group === group)
    .map((option) => optionLine(option))
    .join("\n");
}

function optionLine({ name, short, value, isRepeatable, help }: Option): string {
  const label = value === undefined ? "" : ` ${value.label}`;
  const start = `  ${short === undefined ? "" : `-${short}, `}--${name}${label}${isRepeatable === true ? " …" : ""}`;
  const gap = start.length < column - 1 ? " ".repeat(column - start.length) : `\n${" ".repeat(column)}`;
  return `${start}${gap}${help}`;
}

/** `reader --version`: prints the version of this program. */
export async function runVersion(): Promise<number> {
  const { packageOf } = await import("../doctor/packages.ts");
  const { version } = packageOf(import.meta.url);
  await write("stdout", `${version}\n`);
  return 0;
}
