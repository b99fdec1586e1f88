import type { ReadRequest } from "@reader/core";
import { shellWord } from "@reader/core/render";
import { options, type Option } from "../arguments/options.ts";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";

/** Options that a suggested command omits: secrets, and options for printing. */
const omitted = new Set([
  "password",
  "json",
  "quiet",
  "save-images",
  "output",
  "force",
  "color",
  "verbose",
  "help",
  "version",
]);

/** The placeholder for a password, as in the help. */
const passwordPlaceholder = "--password P";

/** Options for a range. They come from the request only, because those of the command line can contradict it. */
const ranges = new Set(["offset", "limit", "lines", "column", "pages", "select"]);

/** Returns the command for a request: the options of the current command line, with the ranges of the request. */
export function commandFor(request: ReadRequest, given: GivenOptions, command?: CommandLine["command"]): string {
  const words = ["reader", ...(command === "list" ? [command] : []), ...pathWords(request.path)];
  for (const option of options) {
    for (const value of valuesOf(option, request, given)) words.push(optionWords(option, value));
  }
  if (given.has("password")) words.push(passwordPlaceholder);
  return words.join(" ");
}

/** Options that say what may be read and by which handler. A suggested command of another kind keeps them. */
const kept = new Set(["root", "allow-secrets", "no-isolate", "handler", "handler-command", "config", "limits"]);

/**
 * Returns the command for the fields of a call of a tool: a search that goes on, or a read of the other matches of a file.
 * Of the current command line, it keeps the options for permissions and handlers.
 */
export function commandWithFields(
  command: "find" | "read",
  fields: { readonly [field: string]: unknown },
  given: GivenOptions,
): string {
  const { path = ".", pattern, ...rest } = fields;
  const search = command === "find" ? [shellWord(String(pattern))] : [];
  const operands = [...search, ...pathWords(String(path))];
  const words = options.flatMap((option) =>
    valuesOfFields(option, { command, fields: rest, given }).map((value) => optionWords(option, value)),
  );
  const start = command === "find" ? ["reader", command] : ["reader"];
  // After `--`, a pattern may start with a dash.
  const isDashed = operands[0]?.startsWith("-") === true;
  return [...start, ...(isDashed ? [...words, "--", ...operands] : [...operands, ...words])].join(" ");
}

interface FieldsCall {
  readonly command: "find" | "read";
  readonly fields: { readonly [field: string]: unknown };
  readonly given: GivenOptions;
}

function valuesOfFields({ name, commands }: Option, { command, fields, given }: FieldsCall): readonly string[] {
  if (kept.has(name)) return given.list(name);
  const value = fields[name];
  const isValue = typeof value === "string" || typeof value === "number" || value === true;
  return commands.includes(command) && isValue ? [String(value)] : [];
}

function optionWords({ name, value: kind }: Option, value: string): string {
  return kind === undefined ? `--${name}` : optionWord(name, value);
}

function valuesOf({ name }: Option, request: ReadRequest, given: GivenOptions): readonly string[] {
  if (omitted.has(name)) return [];
  if (!ranges.has(name)) return given.list(name);
  const fields: Readonly<Record<string, unknown>> = { ...request };
  const value = fields[name];
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** A value that starts with a dash and is not a number would be parsed as an option. */
function optionWord(name: string, value: string): string {
  return /^-(?!\d)/.test(value) ? `--${name}=${shellWord(value)}` : `--${name} ${shellWord(value)}`;
}

function pathWords(path: string): string[] {
  return [path.startsWith("-") && path !== "-" ? shellWord(`./${path}`) : shellWord(path)];
}
