import type { FailedHandler, ReadErrorCode } from "@reader/core";
import { quoted, ReadError } from "@reader/core/handler";
import { remark } from "@reader/core/render";
import type { Command } from "../options/options.ts";
import { liesBeside } from "../options/placed-word.ts";
import type { Ending } from "../run/engine.ts";

/** The facts for a failure message. */
export interface FailureFacts {
  readonly command: Command;
  readonly path: string;
  /** The end of standard error. May be empty. */
  readonly said: string;
}

const maxReasonCharacters = 200;

/** Returns the error for a program that failed, or `undefined` if it succeeded. */
export function endingError(ending: Ending, facts: FailureFacts): ReadError | undefined {
  const { command, path } = facts;
  const [program] = command.words;
  switch (ending.kind) {
    case "exit":
      if (ending.code === 0) return undefined;
      return failed(facts, {
        message: `${program} ended with exit code ${ending.code} on ${path}${reasonOf(facts)}.`,
        hint: "Run the command by hand, fix what it reports, then read the file again.",
      });
    case "signal":
      return failed(facts, {
        message: `${program} was ended by ${ending.signal} on ${path}${reasonOf(facts)}.`,
        hint: "Run the command by hand to see why, or replace the handler, then read the file again.",
      });
    case "refused":
      return failed(facts, refusal(command, ending));
  }
}

/** Error codes for too few descriptors, processes or memory. */
const shortages: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

interface Words {
  readonly code?: ReadErrorCode;
  readonly message: string;
  readonly hint: string;
}

function refusal(command: Command, { systemCode, fileKind }: Ending & { readonly kind: "refused" }): Words {
  const [program] = command.words;
  if (fileKind === "folder") {
    return {
      message: `${quoted(program ?? "")}, which the command of the handler starts with, is a folder.`,
      hint: "Correct the command of the handler, then read the file again.",
    };
  }
  if (systemCode === "ENOENT") return missing(command, fileKind);
  if (shortages.has(systemCode)) {
    return {
      code: "out-of-resources",
      message: `The program ${quoted(program ?? "")} could not be started, because the machine is short of files, processes or memory (${systemCode}).`,
      hint: "Send the same request again in a moment, and fewer requests at once. If it fails again, ask the user to raise the limits of the reader (`ulimit -n`, `ulimit -u`) or to give it more memory.",
    };
  }
  return {
    message: `The program ${quoted(program ?? "")} could not be started (${systemCode}).`,
    hint:
      systemCode === "EACCES"
        ? `Make ${program} executable, then read the file again.`
        : "Correct the command of the handler, then read the file again.",
  };
}

/** The system also reports an existing script as missing if the interpreter in its first line does not exist. */
function missing(command: Command, fileKind: (Ending & { readonly kind: "refused" })["fileKind"]): Words {
  const [program] = command.words;
  if (fileKind === "file") {
    return {
      message: `The program ${quoted(program ?? "")} could not be started: the interpreter in its first line is missing.`,
      hint: `Correct the first line of ${program}, or install what it names, then read the file again.`,
    };
  }
  if (fileKind === "nothing") {
    return {
      message: `There is no file ${quoted(program ?? "")}, which the command of the handler starts with.`,
      hint: "Correct the command of the handler, then read the file again.",
    };
  }
  if (liesBeside(command)) {
    return {
      message: `There is no program ${quoted(program ?? "")} on the PATH of this machine.`,
      hint: `There is a file of that name: write ./${program} in the command, then read the file again.`,
    };
  }
  return {
    message: `There is no program ${quoted(program ?? "")} on this machine, or not on its PATH.`,
    hint: `Install ${program} or correct the command of the handler, then read the file again.`,
  };
}

/**
 * Returns the error for a program that took too long. When the document's time runs out, the core answers with the
 * output so far. The command's own time is not a limit of the reader, so the output is kept beside the failure.
 */
export function timeoutError(facts: FailureFacts, timeMs: number): ReadError {
  const { command, path } = facts;
  const isOwn = timeMs === command.timeoutMs;
  return failed(facts, {
    code: "timed-out",
    message: `${command.words[0]} took longer than ${timeMs} ms on ${path}${reasonOf(facts)}.`,
    hint: isOwn
      ? "Give the command a longer `timeoutMs`, at most the reader's `documentTimeMs`, then read the file again."
      : "Give the reader a longer `documentTimeMs`, then read the file again.",
    limit: { name: isOwn ? "timeoutMs" : "documentTimeMs", value: timeMs },
  });
}

/** Returns the error for a program without output in nearly all of the document's time. */
export function silenceError(facts: FailureFacts, timeMs: number): ReadError {
  return failed(facts, {
    code: "timed-out",
    message: `${facts.command.words[0]} has printed nothing for ${facts.path} in the ${timeMs} ms that a document has${reasonOf(facts)}.`,
    hint: "Run the command by hand to see what it waits for, or give the reader a longer `documentTimeMs`, then read the file again.",
    limit: { name: "documentTimeMs", value: timeMs },
  });
}

/** Returns the error for too much output. */
export function outputError(facts: FailureFacts, maxBytes: number): ReadError {
  return failed(facts, {
    code: "too-large",
    message: `${facts.command.words[0]} printed more than the ${maxBytes} bytes that it may print for ${facts.path}.`,
    hint: "Read what came before it, or give the command a higher `maxOutputBytes`.",
    limit: { name: "maxOutputBytes", value: maxBytes },
  });
}

/** Returns the error for a file that is too large for a program. */
export function inputError(path: string, size: number, maxBytes: number): ReadError {
  return new ReadError("too-large", `${path} has ${size} bytes; a program gets ${maxBytes} at most.`, {
    hint: "Give the reader a higher `maxInputBytes`, in a configuration file among its `limits`.",
    details: { limit: { name: "maxInputBytes", value: maxBytes, actual: size } },
  });
}

/** Returns the error for a request of a part, because the output has no parts. */
export function partsError(command: Command, path: string, field: string): ReadError {
  return new ReadError("invalid-request", `${path} is read by the command ${quoted(command.name)} and has no parts.`, {
    hint: `Leave \`${field}\` out; use \`offset\`, \`limit\` or \`find\`.`,
    details: { issues: [{ field, problem: "is not known for what a command prints" }] },
  });
}

interface Failure extends Words {
  readonly limit?: { readonly name: string; readonly value: number };
}

function failed({ command, said }: FailureFacts, failure: Failure): ReadError {
  const { name, version } = command;
  const { code = "handler-failed", message, hint, limit } = failure;
  // The core adds the command to run by hand.
  const handler: FailedHandler = {
    name,
    ...(version === undefined ? {} : { version }),
    ...(said === "" ? {} : { said }),
  };
  return new ReadError(code, message, { hint, details: { handler, ...(limit === undefined ? {} : { limit }) } });
}

/** Returns the last line. */
function reasonOf({ said }: FailureFacts): string {
  const line = said.split("\n").findLast((each) => each.trim() !== "");
  return line === undefined ? "" : `: ${remark(line.trim().replace(/\.$/, ""), maxReasonCharacters)}`;
}
