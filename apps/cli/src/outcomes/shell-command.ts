import type { ReadRequest } from "@reader/core";
import { shellWord } from "@reader/core/render";
import { options, type Option } from "../arguments/options.ts";
import type { GivenOptions } from "../arguments/parse-arguments.ts";

/** Options that a suggested command omits: secrets, and options for printing. */
const omitted = new Set(["password", "json", "quiet", "save-images", "help", "version"]);

/** The placeholder for a password, as in the help. */
const passwordPlaceholder = "--password P";

/** Options for a range. They come from the request only, because those of the command line can contradict it. */
const ranges = new Set(["offset", "limit", "lines", "column", "pages", "select"]);

/** Returns the command for a request: the options of the current command line, with the ranges of the request. */
export function commandFor(request: ReadRequest, given: GivenOptions): string {
  const words = ["reader", ...pathWords(request.path)];
  for (const option of options) {
    for (const value of valuesOf(option, request, given)) {
      words.push(option.value === undefined ? `--${option.name}` : optionWord(option.name, value));
    }
  }
  if (given.has("password")) words.push(passwordPlaceholder);
  return words.join(" ");
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

function pathWords(path: string): readonly string[] {
  return [path.startsWith("-") && path !== "-" ? shellWord(`./${path}`) : shellWord(path)];
}
