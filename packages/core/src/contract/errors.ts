/** The codes of errors. The list is closed, so that callers can handle errors without parsing messages. */
export const readErrorCodes = [
  "invalid-request",
  "out-of-range",
  "over-budget",
  "not-found",
  "is-directory",
  "not-a-file",
  "permission-denied",
  "outside-workspace",
  "denied-by-policy",
  "binary",
  "unsupported-type",
  "too-large",
  "encrypted",
  "corrupt",
  "timed-out",
  "aborted",
  "changed-while-reading",
  "out-of-resources",
  "handler-failed",
] as const;

/** The code of an error. */
export type ReadErrorCode = (typeof readErrorCodes)[number];

/** Facts about an error, for programs. `message` or `hint` contains each of them as text. */
export interface ReadErrorDetails {
  /** The number of lines, pages or cells, if the request asked for one beyond the last. */
  readonly total?: number;
  readonly unit?: string;
  /** The limit that was reached: its name in the budget, its value and the measured value. */
  readonly limit?: { readonly name: string; readonly value: number; readonly actual?: number };
  /** The media type of the bytes; `package` is the package whose handler reads it. */
  readonly mediaType?: string;
  readonly package?: string;
  /** Suggested paths, relative to the workspace. */
  readonly candidates?: readonly string[];
  /** Where in the file the fault is, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Where a symbolic link points, relative to the workspace where possible. */
  readonly target?: string;
  /** A request that would succeed, such as the part of a range that fits the budget. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** The code that the operating system gave, such as `EACCES`. */
  readonly systemCode?: string;
  /** How the process of the handler ended, if it crashed: a signal such as `SIGSEGV`, or `exit code 3`. */
  readonly ended?: string;
  /** Which fields of a request are wrong, and why. */
  readonly issues?: readonly { readonly field: string; readonly problem: string }[];
  /** Which handler failed; absent where the core itself, the request or the workspace is at fault. */
  readonly handler?: FailedHandler;
}

/** The handler that failed, with what is needed to fix or replace it. */
export interface FailedHandler {
  readonly name: string;
  /** The version of its package, or of the program that it runs, if known. */
  readonly version?: string;
  /** The package that it comes from. */
  readonly package?: string;
  /** Its own message, such as the end of a program's error output. */
  readonly said?: string;
  /** A command that reproduces the failure in a shell. */
  readonly byHand?: string;
}

/** The options of a `ReadError`. */
export interface ReadErrorOptions {
  /** One imperative sentence: what to do next. Defaults to the hint for the code. */
  readonly hint?: string;
  readonly details?: ReadErrorDetails;
  readonly cause?: unknown;
}

/** The error of a `ReadFailure`, as plain JSON. */
export interface ReadErrorData {
  readonly code: ReadErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details?: ReadErrorDetails;
}

/**
 * An error of the file or of the request, thrown inside the core and by handlers, and returned to callers as data.
 * Recognise it with `ReadError.is`, never with `instanceof`: two copies of this package may be installed.
 */
export class ReadError extends Error {
  readonly "~reader" = "ReadError";
  readonly code: ReadErrorCode;
  readonly hint: string | undefined;
  readonly details: ReadErrorDetails | undefined;

  constructor(code: ReadErrorCode, message: string, options: ReadErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "ReadError";
    this.code = code;
    this.hint = options.hint;
    this.details = options.details;
  }

  /** True for a `ReadError` of any copy of this package. */
  static is(value: unknown): value is ReadError {
    return typeof value === "object" && value !== null && "~reader" in value && value["~reader"] === "ReadError";
  }
}
