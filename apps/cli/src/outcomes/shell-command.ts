import { shellWord, type ReadRequest } from "@reader/core";
import { options, type Option } from "../arguments/options.ts";
import type { GivenOptions } from "../arguments/parse-arguments.ts";

/** Options whose value is no one's business but the person's who typed it, or which say how to print. */
const leftOut = new Set(["password", "json", "quiet", "save-images", "help", "version"]);

/** What stands for a password, as in the help: the command shows that it needs one, and tells nobody which. */
const passwordPlace = "--password P";

/** Where a read starts and ends: a continuation has its own, and an older one, such as a symbol's name, would contradict it. */
const ranges = new Set(["offset", "limit", "lines", "column", "pages", "select"]);

/** The command that sends a request: the options of the command line that it comes from, with the request's own ranges. */
export function commandFor(request: ReadRequest, given: GivenOptions): string {
  const words = ["reader", ...pathWords(request.path)];
  for (const option of options) {
    for (const value of valuesOf(option, request, given)) {
      words.push(option.value === undefined ? `--${option.name}` : optionWord(option.name, value));
    }
  }
  if (given.has("password")) words.push(passwordPlace);
  return words.join(" ");
}

function valuesOf({ name }: Option, request: ReadRequest, given: GivenOptions): readonly string[] {
  if (leftOut.has(name)) return [];
  if (!ranges.has(name)) return given.list(name);
  const fields: Readonly<Record<string, unknown>> = { ...request };
  const value = fields[name];
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** A value that starts with a dash would be taken for the next option, unless it is a number. */
function optionWord(name: string, value: string): string {
  return /^-(?!\d)/.test(value) ? `--${name}=${shellWord(value)}` : `--${name} ${shellWord(value)}`;
}

function pathWords(path: string): readonly string[] {
  return [path.startsWith("-") && path !== "-" ? shellWord(`./${path}`) : shellWord(path)];
}
