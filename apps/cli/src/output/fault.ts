import { UsageError } from "../arguments/usage-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { printable } from "./format.ts";
import { OutputClosed, codeOf, stylerFor, write, writeFaultWords } from "./write.ts";

/** Tells on stderr why the program ends early, and returns its exit code. Never a stack, unless `READER_DEBUG` is 1. */
export async function reportFault(cause: unknown): Promise<number> {
  if (cause instanceof OutputClosed) return exitCodes.read;
  if (cause instanceof UsageError) {
    await tell(cause.message, cause.hint);
    return exitCodes.usage;
  }
  if (isWriteFault(cause))
    await tell(
      `The answer could not be written: ${writeFaultWords(codeOf(cause) ?? "") ?? cause.message}.`,
      "It is incomplete. Free some space, or send the output somewhere else.",
    );
  else await tellBug(cause);
  return exitCodes.fault;
}

/** A failed write of the system: its target is at fault, and not the program. */
function isWriteFault(cause: unknown): cause is Error {
  return cause instanceof Error && codeOf(cause) !== undefined && "syscall" in cause && cause.syscall === "write";
}

/** Two lines on stderr: what is wrong, and what to do about it. Nobody to tell is no further fault. */
export async function tell(message: string, hint?: string): Promise<void> {
  const style = stylerFor("stderr");
  const lines = [`${style("red", "reader:")} ${printable(message)}`];
  if (hint !== undefined) lines.push(`  ${printable(hint)}`);
  await tellLine(lines.join("\n"));
}

/** One line on stderr as it is. */
export async function tellLine(text: string): Promise<void> {
  try {
    await write("stderr", `${text}\n`);
  } catch {
    // Without stderr there is no way left to say anything.
  }
}

async function tellBug(cause: unknown): Promise<void> {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  await tell(
    `${error.name} in the program itself: ${error.message}`,
    "Please report it, with the command line; READER_DEBUG=1 shows where it happened.",
  );
  if (process.env["READER_DEBUG"] === "1") await tellLine(error.stack ?? "There is no stack.");
}
