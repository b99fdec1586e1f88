import { resolve } from "node:path";

/** A program and its arguments, in which `{file}`, `{path}` and `{workspace}` stand for what they say. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** Takes a line apart at its spaces; what is in quotation marks stays together. No shell is asked. */
export function splitCommandLine(line: string): CommandLine {
  const [command = "", ...args] = Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu),
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
  if (command === "") throw new TypeError("The line names no command.");
  return { command, args };
}

/** The arguments for a file: `{file}` is its absolute path, `{path}` that which was asked for, within `{workspace}`. */
export function filledArguments(args: readonly string[], workspace: string, path: string): readonly string[] {
  const values: Readonly<Record<string, string>> = { file: resolve(workspace, path), path, workspace };
  // One pass: a name that holds a placeholder is a name.
  return args.map((arg) => arg.replaceAll(/\{(file|path|workspace)\}/gu, (_, key: string) => values[key] ?? ""));
}
