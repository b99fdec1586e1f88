/** Why a read failed: a closed list, so that callers can decide without reading words. */
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

/** One of them. */
export type ReadErrorCode = (typeof readErrorCodes)[number];

/** Facts behind an error, for programs; every one of them is also in the words of `message` or `hint`. */
export interface ReadErrorDetails {
  /** How many lines, pages or cells there are, where the request asked for one beyond them. */
  readonly total?: number;
  readonly unit?: string;
  /** The limit that was reached, by its name in the budget, its value and the value that was met. */
  readonly limit?: { readonly name: string; readonly value: number; readonly actual?: number };
  /** What the bytes are, and the package whose handler would read them. */
  readonly mediaType?: string;
  readonly package?: string;
  /** Names inside the workspace that the caller may have meant, relative to it. */
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
  /** Which fields of a request are wrong, and why. */
  readonly issues?: readonly { readonly field: string; readonly problem: string }[];
  /** Which handler failed; absent where the core itself, the request or the workspace is at fault. */
  readonly handler?: FailedHandler;
}

/** The handler behind a failure, and what somebody needs who wants to mend or replace it. */
export interface FailedHandler {
  readonly name: string;
  /** Of its package, or of the program that it runs; absent where it tells none. */
  readonly version?: string;
  /** The package that it comes from. */
  readonly package?: string;
  /** What it said itself, such as the end of a program's error output. */
  readonly said?: string;
  /** A command with which a person sees it fail. */
  readonly byHand?: string;
}

/** What a `ReadError` is made of besides its code and message. */
export interface ReadErrorOptions {
  /** One imperative sentence: what to do next. Without it the render stage adds the one for the code. */
  readonly hint?: string;
  readonly details?: ReadErrorDetails;
  readonly cause?: unknown;
}

/** The plain shape of an error in a `ReadFailure`: what survives JSON. */
export interface ReadErrorData {
  readonly code: ReadErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details?: ReadErrorDetails;
}

/**
 * A fault of the file or of the request, thrown inside the core and by handlers, and returned to callers as data.
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

  /** Whether a thrown value carries the brand of a `ReadError`, whichever copy of the package made it. */
  static is(value: unknown): value is ReadError {
    return typeof value === "object" && value !== null && "~reader" in value && value["~reader"] === "ReadError";
  }
}
