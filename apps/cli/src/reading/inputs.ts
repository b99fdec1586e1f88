import { UsageError } from "@reader/handlers/usage-error";
import type { CommandLine } from "../arguments/parse-arguments.ts";

const { fstatSync, lstatSync } = process.getBuiltinModule("node:fs");

/** One input of a command line. */
export interface Input {
  /** As typed, without the lines. `-` is standard input. */
  readonly path: string;
  /** The lines that its path names: `5-7` for `src/a.ts:5-7`. */
  readonly lines?: string;
}

/**
 * Returns the inputs of a command: its paths, with patterns expanded, or standard input if there is no path and it is not a
 * terminal. Rejects with a `UsageError`.
 */
export async function inputsOf({ command, operands, options }: CommandLine): Promise<readonly Input[]> {
  if (operands.length === 0 && isInputPiped()) return [{ path: "-" }];
  checkPaths(operands);
  const inputs: Input[] = [];
  for (const operand of operands) inputs.push(...(await inputsFor(operand, command === "read")));
  checkLines(inputs, options);
  return inputs;
}

async function inputsFor(operand: string, hasLines: boolean): Promise<readonly Input[]> {
  if (operand === "-" || exists(operand)) return [{ path: operand }];
  const input = hasLines ? withLines(operand) : { path: operand };
  if (!isPattern(input.path) || exists(input.path)) return [input];
  return (await filesOf(input.path)).map((path) => ({ ...input, path }));
}

function checkLines(inputs: readonly Input[], options: CommandLine["options"]): void {
  const named = inputs.find(({ lines }) => lines !== undefined);
  const other = ["lines", "offset"].find((name) => options.has(name));
  if (named === undefined || other === undefined) return;
  throw new UsageError(`"${named.path}:${named.lines}" and --${other} both name lines.`, "Give one of them.");
}

/** True if standard input is a pipe or a file, so that it can be read without anyone typing. */
export function isInputPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}

function checkPaths(paths: readonly string[]): void {
  if (paths.length === 0) throw new UsageError("No path is given.", "Name a file, or - for standard input.");
  if (paths.includes("")) throw new UsageError("A path is empty.", "Name a file, or - for standard input.");
  if (paths.filter((path) => path === "-").length > 1) {
    throw new UsageError("Standard input is named twice.", "It can be read once: write - once.");
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Splits `src/a.ts:5`, `src/a.ts:5-7`, `src/a.ts#L5` and `src/a.ts#L5-L7`. */
function withLines(operand: string): Input {
  const [, path, from, to, fromMark, toMark] = /^(.+?)(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)$/s.exec(operand) ?? [];
  const first = from ?? fromMark;
  if (path === undefined || first === undefined) return { path: operand };
  const last = to ?? toMark ?? first;
  if (Number(first) > 0 && Number(first) <= Number(last)) return { path, lines: `${first}-${last}` };
  throw new UsageError(
    `${JSON.stringify(operand)} names no lines, and there is no such file.`,
    "Lines count from 1, and the first comes first: src/main.ts:5-7.",
  );
}

function isPattern(operand: string): boolean {
  return /[*?[{]/.test(operand);
}

/** Folders that a pattern enters only if it names them. */
const skippedFolders = [".git", "node_modules"];

/** The files that match a pattern, in the order of their names. */
async function filesOf(operand: string): Promise<readonly string[]> {
  const { glob } = await import("tinyglobby");
  const home = /^~(?=\/)/.test(operand) ? process.getBuiltinModule("node:os").homedir() : "~";
  const pattern = (process.platform === "win32" ? operand.replaceAll("\\", "/") : operand).replace(
    /^~(?=\/)/,
    () => home,
  );
  const paths = await glob(pattern, {
    absolute: process.getBuiltinModule("node:path").isAbsolute(pattern),
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: skippedFolders.filter((name) => !pattern.split("/").includes(name)).map((name) => `**/${name}/**`),
  });
  if (paths.length > 0) return paths.toSorted();
  throw new UsageError(
    `No file matches the pattern ${JSON.stringify(operand)}.`,
    "Check the pattern. `**` stands for folders of any depth; hidden files match only a pattern that names the dot.",
  );
}
