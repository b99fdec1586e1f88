import { basename, dirname, isAbsolute, join, normalize, resolve } from "node:path";
import { UsageError } from "@reader/handlers/usage-error";
import { exitCodes } from "./exit-codes.ts";
import { printError, printErrorLine } from "./fault.ts";
import { printable } from "./format.ts";
import { identityOf, isFolder, isInFolder, isTaken, makeFolder, writeNew } from "./new-file.ts";
import { codeOf, sendOutputTo, writeFaultWords } from "./write.ts";

/** Where answers are written. */
export interface AnswerPlan {
  /** The value of `--output`. */
  readonly output: string;
  /** The inputs, as typed. Their answers have their names. */
  readonly inputs: readonly string[];
  /** The file or folder that is searched for the answer, if that is not the input. */
  readonly searched?: string;
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
  const hasFolder = inputs.length > 1 || /[/\\]$/.test(output) || (await isFolder(output));
  if (hasFolder && (await isTaken(output)) && !(await isFolder(output))) {
    throw new UsageError(
      `"${printable(output)}" is a file, and cannot hold ${inputs.length} answers.`,
      "Give --output a folder.",
    );
  }
  const files = hasFolder ? inputs.map((input) => join(output, `${nameFor(input)}.${extension}`)) : [output];
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) {
    throw new UsageError(
      `Two answers would be written to "${printable(twice)}".`,
      "Read their files with two commands, and give --output two folders.",
    );
  }
  if (isForced) await checkNotRead(files, plan);
  else for (const file of files) await checkFree(file);
  return files;
}

/** Throws if a file to replace is one that is read: its content would be lost. */
async function checkNotRead(files: readonly string[], { inputs, searched }: AnswerPlan): Promise<void> {
  const read = new Set<string>();
  for (const path of searched === undefined ? inputs : [searched]) {
    const identity = await identityOf(path, { isLinkFollowed: true });
    if (identity !== undefined) read.add(identity);
  }
  for (const file of files) {
    const identity = await identityOf(file);
    if (identity === undefined) continue;
    if (read.has(identity)) {
      throw new UsageError(
        `"${printable(file)}" is the file that is read, and its content would be lost.`,
        "Give --output another name.",
      );
    }
    if (searched !== undefined && (await isInFolder(file, searched))) {
      throw new UsageError(
        `"${printable(file)}" is in the folder that is searched, and its content would be lost.`,
        "Give --output a place outside the folder, or the name of a new file.",
      );
    }
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
