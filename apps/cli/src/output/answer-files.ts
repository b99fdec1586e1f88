import { basename, dirname, isAbsolute, join, normalize, resolve } from "node:path";
import { UsageError } from "@reader/handlers/usage-error";
import { exitCodes } from "./exit-codes.ts";
import { printError, printErrorLine } from "./fault.ts";
import { printable } from "./format.ts";
import { isFolder, isSameFile, isTaken, makeFolder, writeNew } from "./new-file.ts";
import { codeOf, sendOutputTo, writeFaultWords } from "./write.ts";

/** Where answers are written. */
export interface AnswerPlan {
  /** The value of `--output`. */
  readonly output: string;
  /** The inputs, as typed. */
  readonly inputs: readonly string[];
  /** The extension of a file in a folder: `txt` or `json`. */
  readonly extension: string;
  /** True if existing files are replaced. */
  readonly isForced: boolean;
}

/**
 * Returns the file for the answer of each input. Several inputs are written to a folder, one input to a folder only if it
 * exists or ends with a slash. Rejects with a `UsageError` before anything is read, if a file exists.
 */
export async function answerFiles(plan: AnswerPlan): Promise<readonly string[]> {
  const { output, inputs, extension, isForced } = plan;
  const isInFolder = inputs.length > 1 || /[/\\]$/.test(output) || (await isFolder(output));
  if (isInFolder && (await isTaken(output)) && !(await isFolder(output))) {
    throw new UsageError(
      `"${printable(output)}" is a file, and cannot hold ${inputs.length} answers.`,
      "Give --output a folder.",
    );
  }
  const files = isInFolder ? inputs.map((input) => join(output, `${nameFor(input)}.${extension}`)) : [output];
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) {
    throw new UsageError(
      `Two answers would be written to "${printable(twice)}".`,
      "Read their files with two commands, and give --output two folders.",
    );
  }
  for (const file of files) await (isForced ? checkNoInput(file, inputs) : checkFree(file));
  return files;
}

/** Throws if a file to replace is one that is read: its content would be lost. */
async function checkNoInput(file: string, inputs: readonly string[]): Promise<void> {
  for (const input of inputs) {
    if (!(await isSameFile(file, input))) continue;
    throw new UsageError(
      `"${printable(file)}" is the file that is read, and its content would be lost.`,
      "Give --output another name.",
    );
  }
}

async function checkFree(file: string): Promise<void> {
  if (!(await isTaken(file))) return;
  throw new UsageError(`"${printable(file)}" exists.`, "To replace it, add --force. Or give --output another name.");
}

/** A relative path keeps its folders. A path outside the working directory has only its name. */
function nameFor(input: string): string {
  if (input === "-") return "stdin";
  const path = normalize(input);
  const isInside = !isAbsolute(path) && !/^\.\.?(?:[/\\]|$)/.test(path);
  return isInside ? path.replace(/[/\\]+$/, "") : basename(resolve(path)) || "folder";
}

/**
 * Runs a function that prints an answer to stdout, and writes that to a file. Nothing is written for an empty answer. Returns
 * an exit code, and reports on stderr what was written or why it could not be.
 */
export async function writeAnswer(file: string, isForced: boolean, print: () => Promise<void>): Promise<number> {
  try {
    await makeFolder(dirname(resolve(file)));
    let isFilled = false;
    const work = async (handle: OpenFile): Promise<boolean> => (isFilled = await fill(handle, print));
    const isWritten = await writeNew(file, work, { replaces: isForced });
    if (isWritten) await printErrorLine(`saved ${printable(file)}`);
    else if (isFilled) await checkFree(file);
    return exitCodes.read;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === undefined) throw cause;
    await printError(
      `The answer could not be written to ${file}: ${writeFaultWords(code) ?? code}.`,
      "Give --output another place, or free some space there.",
    );
    return exitCodes.fault;
  }
}

interface OpenFile {
  readonly fd: number;
  stat(): Promise<{ readonly size: number }>;
}

async function fill(file: OpenFile, print: () => Promise<void>): Promise<boolean> {
  const restore = sendOutputTo(file.fd);
  try {
    await print();
  } finally {
    restore();
  }
  return (await file.stat()).size > 0;
}
