import { ReadError, type ReadErrorCode } from "../../contract/errors.ts";
import { describeShortage } from "../../render/resource-shortage.ts";
import type { FileKind } from "../file-system.ts";

interface Wording {
  readonly code: ReadErrorCode;
  /** Completes a sentence that starts with the path. */
  readonly problem: string;
  readonly hint: string;
}

const denied: Wording = {
  code: "permission-denied",
  problem: "may not be read by the user that the reader runs as",
  hint: "Ask for permission to read it, or read another file.",
};

const disk: Wording = {
  code: "handler-failed",
  problem: "could not be read, because its storage reports a fault",
  hint: "Send the same request once more, and if it fails again, report that the storage has a fault.",
};

const missing: Wording = {
  code: "not-found",
  problem: "does not exist",
  hint: "Check the path; it starts at the root of the workspace.",
};

const folderHint = "List it, or read a file inside it.";

/** Maps system error codes to messages. Other codes are reported as they are. */
const wordings: Readonly<Record<string, Wording>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EACCES: denied,
  EPERM: denied,
  ELOOP: {
    code: "not-found",
    problem: "leads nowhere: its symbolic links form a loop",
    hint: "Read the file by a name that is not a link.",
  },
  ENAMETOOLONG: {
    code: "invalid-request",
    problem: "has a name that is longer than this system allows",
    hint: "Give the path of an existing file.",
  },
  EISDIR: { code: "is-directory", problem: "is a folder", hint: folderHint },
  ENXIO: { code: "not-a-file", problem: "is a device, pipe or socket", hint: "Read a regular file." },
  ENODEV: { code: "not-a-file", problem: "is a device, pipe or socket", hint: "Read a regular file." },
  EIO: disk,
  ETIMEDOUT: disk,
  ESTALE: {
    code: "changed-while-reading",
    problem: "was replaced on its server while it was being opened",
    hint: "Send the same request again.",
  },
};

/** Returns the code of a failed file system call, such as `EACCES`, or `undefined` for any other thrown value. */
export function systemCode(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null || !("code" in cause) || ReadError.is(cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}

/** True if a call failed because nothing exists at the path. */
export function isMissing(cause: unknown): boolean {
  const code = systemCode(cause);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Converts a failed call to a `ReadError`; `shown` is a path that is safe to show. Returns other values unchanged. */
export function fileError(cause: unknown, shown: string): unknown {
  const code = systemCode(cause);
  if (code === undefined) return cause;
  const { problem, hint, ...wording } = wordings[code] ??
    shortageWording(code) ?? {
      code: "handler-failed",
      problem: `could not be read: the system answers ${code}`,
      hint: "Send the same request once more, or read another file.",
    };
  return new ReadError(wording.code, `${shown} ${problem}.`, { hint, details: { systemCode: code }, cause });
}

/**
 * Returns the message for a resource shortage of the machine. It is temporary, and neither the file nor the request
 * causes it.
 */
function shortageWording(code: string): Wording | undefined {
  const words = describeShortage(code);
  if (words === undefined) return undefined;
  return { code: "out-of-resources", problem: `could not be opened, because ${words.reason}`, hint: words.hint };
}

const kinds: Readonly<Record<Exclude<FileKind, "file" | "directory">, string>> = {
  symlink: "a symbolic link that is being changed",
  fifo: "a named pipe",
  socket: "a socket",
  "character-device": "a device",
  "block-device": "a device",
  unknown: "not a regular file",
};

/** Creates the error for a path that exists and is not a file: `is-directory` or `not-a-file`. */
export function kindError(kind: Exclude<FileKind, "file">, shown: string): ReadError {
  if (kind !== "directory") {
    return new ReadError("not-a-file", `${shown} is ${kinds[kind]}.`, { hint: "Read a regular file." });
  }
  return new ReadError("is-directory", `${shown} is a folder.`, { hint: folderHint });
}
