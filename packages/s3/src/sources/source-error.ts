import { ReadError, type ReadErrorCode } from "@reader/core";
import { StoreFault, type StoreProblem } from "../store/store-fault.ts";

interface Wording {
  readonly code: ReadErrorCode;
  /** Completes a sentence that starts with the address. */
  readonly problem: string;
  readonly hint: string;
}

const region = "Set AWS_REGION to the region of the bucket, and run the same command again.";

const wordings: Readonly<Record<StoreProblem, Wording>> = {
  "not-found": { code: "not-found", problem: "does not exist", hint: "Check the names of the bucket and the key." },
  denied: {
    code: "permission-denied",
    problem: "may not be read with these credentials",
    hint: "Give them the permissions s3:ListBucket and s3:GetObject, or set AWS_PROFILE to another profile.",
  },
  "no-credentials": {
    code: "permission-denied",
    problem: "cannot be reached, because no credentials were found",
    hint: "Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  },
  "no-region": { code: "invalid-request", problem: "cannot be reached, because no region is set", hint: region },
  "other-region": { code: "invalid-request", problem: "is in another region, or has moved", hint: region },
  changed: {
    code: "changed-while-reading",
    problem: "changed while it was read",
    hint: "Run the same command again.",
  },
  unreachable: {
    code: "handler-failed",
    problem: "cannot be reached",
    hint: "Check the network, and the address in AWS_ENDPOINT_URL_S3 or --s3-endpoint if one is set.",
  },
  slow: { code: "timed-out", problem: "did not answer in time", hint: "Run the same command again later." },
  malformed: {
    code: "handler-failed",
    problem: "got an answer that is not S3's",
    hint: "Check the address in AWS_ENDPOINT_URL_S3 or --s3-endpoint if one is set.",
  },
  failed: {
    code: "handler-failed",
    problem: "could not be read: the server reports a fault",
    hint: "Run the same command again later.",
  },
};

/** Returns the error for something of S3 that could not be listed or read. Other values stay as they are. */
export function sourceError(cause: unknown, address: string): unknown {
  if (!(cause instanceof StoreFault)) return cause;
  const { code, problem, hint } = wordings[cause.problem];
  const answer = cause.answer === undefined ? "" : ` (${cause.answer})`;
  return new ReadError(code, `${address} ${problem}${answer}.`, { hint, cause });
}
