/** Why a request failed, beyond what the codes of systems say. */
export type StoreProblem =
  | "not-found"
  | "denied"
  | "no-credentials"
  | "no-region"
  | "other-region"
  | "changed"
  | "unreachable"
  | "slow"
  | "malformed"
  | "failed";

/** The codes of system calls that the reader describes. */
const codes: Readonly<Record<StoreProblem, string>> = {
  "not-found": "ENOENT",
  denied: "EACCES",
  "no-credentials": "EACCES",
  "no-region": "EACCES",
  "other-region": "EACCES",
  changed: "ESTALE",
  unreachable: "EIO",
  slow: "ETIMEDOUT",
  malformed: "EIO",
  failed: "EIO",
};

/** A request that failed, with the code of a system call that the reader knows. */
export class StoreFault extends Error {
  readonly problem: StoreProblem;
  readonly code: string;
  /** The code of the server, such as `AccessDenied`. */
  readonly answer: string | undefined;

  constructor(problem: StoreProblem, message: string, { answer, cause }: StoreFaultOptions = {}) {
    super(message, { cause });
    this.name = "StoreFault";
    this.problem = problem;
    this.code = codes[problem];
    this.answer = answer;
  }
}

interface StoreFaultOptions {
  readonly answer?: string | undefined;
  readonly cause?: unknown;
}

const problems: Readonly<Record<string, StoreProblem>> = {
  NoSuchKey: "not-found",
  NoSuchBucket: "not-found",
  NotFound: "not-found",
  PreconditionFailed: "changed",
  PermanentRedirect: "other-region",
  TemporaryRedirect: "other-region",
  AuthorizationHeaderMalformed: "other-region",
  IllegalLocationConstraintException: "other-region",
  CredentialsProviderError: "no-credentials",
  TimeoutError: "slow",
};

const byStatus: Readonly<Record<number, StoreProblem>> = {
  301: "other-region",
  302: "other-region",
  307: "other-region",
  308: "other-region",
  401: "denied",
  403: "denied",
  404: "not-found",
  412: "changed",
};

const unreachable: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
}

/** Converts what a client threw. Texts of a server are not repeated, except for a code that looks like one. */
export function faultOf(cause: unknown): StoreFault {
  if (cause instanceof StoreFault) return cause;
  const thrown: Thrown = typeof cause === "object" && cause !== null ? cause : {};
  const isCode =
    typeof thrown.name === "string" && /^(?!(?:Error|Unknown|UnknownError)$)[A-Z][A-Za-z]{2,60}$/.test(thrown.name);
  const answer = isCode ? String(thrown.name) : undefined;
  const problem = problemOf(thrown, answer);
  return new StoreFault(problem, `The request failed: ${answer ?? problem}.`, { answer, cause });
}

function problemOf({ message, code, $metadata }: Thrown, answer: string | undefined): StoreProblem {
  if (message === "Region is missing") return "no-region";
  if (unreachable.has(code)) return "unreachable";
  const known = answer === undefined ? undefined : problems[answer];
  return known ?? byStatus[statusIn($metadata)] ?? "failed";
}

/** Returns the status of the answer that a client threw an error for; 0 if there was none. */
export function statusOf(cause: unknown): number {
  return typeof cause === "object" && cause !== null && "$metadata" in cause
    ? statusIn((cause as Thrown).$metadata)
    : 0;
}

function statusIn(metadata: Thrown["$metadata"]): number {
  return typeof metadata?.httpStatusCode === "number" ? metadata.httpStatusCode : 0;
}
