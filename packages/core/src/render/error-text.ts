import { type FailedHandler, ReadError, type ReadErrorCode, type ReadErrorData } from "../contract/errors.ts";
import { escapeText } from "./escapes.ts";
import { named, quoted, remark } from "./quote.ts";
import { describeShortage } from "./resource-shortage.ts";
import { speakableReason } from "./speakable-reason.ts";

/** The default hint of each error code: what to do next, used if the error has no hint. */
const hints: Readonly<Record<ReadErrorCode, string>> = {
  "invalid-request": "Correct the request and send it again.",
  "out-of-range": "Ask for a range that exists.",
  "over-budget": "Ask for a smaller range.",
  "not-found": "Check the spelling, or read the directory that should contain it.",
  "is-directory": "Read one of the files in it.",
  "not-a-file": "Choose a regular file: pipes, sockets and devices are never read.",
  "permission-denied": "Ask the user to allow reading this file, or go on without it.",
  "outside-workspace": "Choose a path inside the workspace, or ask the user to add that directory to it.",
  "denied-by-policy": "Go on without this file, or ask the user to allow it.",
  binary: "Use a tool that understands this kind of file.",
  "unsupported-type": "Convert the file to text or to another type first.",
  "too-large": "Ask for a part of the file, or raise the limit.",
  encrypted: "Send the password with the request.",
  corrupt: "Get an intact copy of the file: this one cannot be read.",
  "timed-out": "Ask for a smaller part of the file.",
  aborted: "Send the request again if the answer is still wanted.",
  "changed-while-reading": "Read the file again.",
  "out-of-resources":
    "Send the same request again in a moment, and fewer requests at once. If it fails again, ask the user to give the reader more files, processes or memory.",
  "handler-failed":
    "Tell the user which handler failed and what it reported; once it is fixed or replaced, read the file again.",
};

/**
 * Converts any thrown value to data that survives JSON. A `ReadError`, from any copy of the package, keeps its message
 * and gets the default hint of its code if it has none. Aborts, timeouts, system errors and missing packages get their
 * own codes and messages. Anything else becomes `handler-failed` with the first line of its message, without anything
 * that may be a path. No stack and no host path is kept. `subject` says what failed.
 */
export function errorData(error: unknown, subject = "The reader failed on this file"): ReadErrorData {
  if (!ReadError.is(error) || !Object.hasOwn(hints, error.code)) return strangerData(error, subject);
  const { code, message, hint, details } = error;
  const data = { code, message: String(message), hint: hint ?? hints[code] };
  return details === undefined ? data : { ...data, details };
}

/**
 * Renders an error for a model: what happened, and on a separate line what to do next. If a handler failed or timed
 * out, the lines of `handlerWords` follow.
 */
export function renderError(error: ReadErrorData): string {
  const { code, message, hint, details } = error;
  const isHandlers = code === "handler-failed" || code === "timed-out";
  const handler = isHandlers ? details?.handler : undefined;
  const lines = [`Error (${code}): ${oneLine(message)}`, `Next: ${oneLine(hint)}`];
  return [...lines, ...(handler === undefined ? [] : handlerWords(handler))].join("\n");
}

/** How to place another handler before the existing ones. The first handler that accepts a type reads it. */
const replacingWords = {
  program: "createReader({ handlers: [yours(), ...handlers] })",
  commandLine: "reader --handler ./yours.js",
} as const;

/**
 * Describes which handler failed, what it reported, how to reproduce the failure, and how to replace the handler: lines
 * for whoever can fix it.
 */
export function handlerWords({ name, version, package: home, said, byHand }: FailedHandler): readonly string[] {
  const from = home === undefined || home === name ? "" : ` of ${named(home)}`;
  const { program, commandLine } = replacingWords;
  return [
    `Handler: ${named(name)}, ${version === undefined ? "unknown version" : `version ${named(version)}`}${from}`,
    ...(said === undefined ? [] : [`It said: ${quoted(said)}`]),
    ...(byHand === undefined ? [] : [`To see it fail: ${oneLine(byHand)}`]),
    `To replace it: ${program}, or ${commandLine}`,
  ];
}

function strangerData(error: unknown, subject: string): ReadErrorData {
  return endedData(error) ?? systemData(error) ?? missingData(error, subject) ?? failedData(error, subject);
}

function endedData(error: unknown): ReadErrorData | undefined {
  const name = error instanceof Error ? error.name : "";
  if (name === "AbortError") return { code: "aborted", message: "The read was aborted.", hint: hints.aborted };
  if (name !== "TimeoutError") return undefined;
  return { code: "timed-out", message: "The read took too long.", hint: hints["timed-out"] };
}

function systemData(error: unknown): ReadErrorData | undefined {
  const systemCode = systemCodeOf(error);
  if (systemCode === undefined) return undefined;
  const shortage = describeShortage(systemCode);
  if (shortage !== undefined) {
    const message = `The file could not be read, because ${shortage.reason}.`;
    return { code: "out-of-resources", message, hint: shortage.hint, details: { systemCode } };
  }
  const message = `The operating system refused to read the file (${systemCode}).`;
  const code = systemErrors[systemCode] ?? "handler-failed";
  return { code, message, hint: hints[code], details: { systemCode } };
}

function missingData(error: unknown, subject: string): ReadErrorData | undefined {
  const name = missingPackageOf(error);
  if (name === undefined) return undefined;
  const message = `${subject}: it needs the package ${name}, which is not installed.`;
  const hint = `Ask the user to run \`npm install ${name}\`, then read the file again.`;
  return { code: "unsupported-type", message, hint, details: { package: name } };
}

function failedData(error: unknown, subject: string): ReadErrorData {
  const reason = speakableReason(error instanceof Error ? error.message : error);
  const message = `${subject}${reason === "" ? "" : `: ${remark(reason)}`}.`;
  return { code: "handler-failed", message, hint: hints["handler-failed"] };
}

const systemErrors: Readonly<Record<string, ReadErrorCode>> = {
  EACCES: "permission-denied",
  EPERM: "permission-denied",
};

function systemCodeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error) || !("syscall" in error)) return undefined;
  return typeof error.code === "string" && /^E[A-Z\d]+$/.test(error.code) ? error.code : undefined;
}

function oneLine(text: string): string {
  return escapeText(text).replaceAll(/\s*\n\s*/g, " ");
}

/** Matches Node's message for a package that cannot be found, for both `import` and `require`. */
const notFound = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?\w[\w.-]*)'/;

/** Returns the name of the missing package, if the error reports one. */
function missingPackageOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const isMissing = error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND";
  return isMissing ? notFound.exec(error.message)?.[1] : undefined;
}
