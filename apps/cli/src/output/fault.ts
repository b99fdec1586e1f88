import { UsageError } from "@reader/handlers/usage-error";
import { exitCodes } from "./exit-codes.ts";
import { printable } from "./format.ts";
import { OutputClosed, codeOf, stylerFor, write, writeFaultWords } from "./write.ts";

/** Reports on stderr why the program ends early, and returns its exit code. Prints a stack only if `READER_DEBUG` is 1. */
export async function reportFault(cause: unknown): Promise<number> {
  if (cause instanceof OutputClosed) return exitCodes.read;
  if (UsageError.is(cause)) {
    await printError(cause.message, cause.hint);
    return exitCodes.usage;
  }
  if (isWriteFault(cause))
    await printError(
      `The answer could not be written: ${writeFaultWords(codeOf(cause) ?? "") ?? cause.message}.`,
      "It is incomplete. Free some space, or send the output somewhere else.",
    );
  else await reportBug(cause);
  return exitCodes.fault;
}

/** True for a failed write of the system, which is a fault of its target and not of the program. */
function isWriteFault(cause: unknown): cause is Error {
  return cause instanceof Error && codeOf(cause) !== undefined && "syscall" in cause && cause.syscall === "write";
}

/** Prints two lines on stderr: what is wrong, and what to do. A closed stderr is ignored. */
export async function printError(message: string, hint?: string): Promise<void> {
  const style = stylerFor("stderr");
  const lines = [`${style("red", "reader:")} ${printable(message)}`];
  if (hint !== undefined) lines.push(`  ${printable(hint)}`);
  await printErrorLine(lines.join("\n"));
}

/** Prints one line on stderr, without escaping. */
export async function printErrorLine(text: string): Promise<void> {
  try {
    await write("stderr", `${text}\n`);
  } catch {
    // Without stderr there is no other place to report to.
  }
}

async function reportBug(cause: unknown): Promise<void> {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  await printError(
    `${error.name} in the program itself: ${error.message}`,
    "Please report it with the command line. READER_DEBUG=1 prints the stack.",
  );
  if (process.env["READER_DEBUG"] === "1") await printErrorLine(error.stack ?? "There is no stack.");
}
