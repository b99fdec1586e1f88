import { ReadError, quoted } from "@reader/core/handler";
import { named, remark, speakableReason } from "@reader/core/render";
import type { PackedError } from "../../channel/messages.ts";
import type { AlternativePackage } from "../../options/isolatable.ts";
import type { IsolateLimits } from "../../options/limits.ts";

/** The facts for an error message. */
export interface ErrorFacts {
  readonly path: string;
  readonly handler: string;
  readonly limits: IsolateLimits;
  /** Returns the error that a call was refused with. */
  refusal(call: number): unknown;
}

/**
 * Converts a handler's error for its caller. The result always has a code, and never a stack or a path of this machine.
 */
export function reviveError(packed: PackedError, facts: ErrorFacts): unknown {
  switch (packed.kind) {
    case "read-error":
      return reviveReadError(packed);
    case "relayed":
      return facts.refusal(packed.call) ?? failed(facts, "");
    case "missing":
      return missingPackage(packed.package, facts.handler);
    case "limit":
      return outputLimit(packed.name, packed.actual, facts);
    case "malformed":
      return failed(facts, "it returned an invalid event");
    case "other":
      return reviveOther(packed, facts);
  }
}

/** What the error for a missing package says in addition. */
interface MissingAdvice {
  /** How else the package is found. */
  readonly elsewhere?: string;
  readonly alternative?: AlternativePackage | undefined;
}

/**
 * Returns the error for a package that was not found. The handler did not fail: this installation cannot read the type.
 */
export function missingPackage(
  name: string,
  handler: string,
  { elsewhere = "", alternative }: MissingAdvice = {},
): ReadError {
  const other =
    alternative === undefined ? "" : ` or \`npm install ${alternative.name}\` (licence: ${alternative.licence})`;
  return new ReadError(
    "unsupported-type",
    `The handler ${quoted(handler)} needs the package ${named(name)}, which is not installed.`,
    {
      hint: `Ask the user to run \`npm install ${name}\`${other}${reasonFor(name)}, then read the file again${elsewhere}.`,
      details: { package: name },
    },
  );
}

/** Why a package of this project may be missing although a program depends on it. */
function reasonFor(name: string): string {
  if (!name.startsWith("@reader/")) return "";
  return " with Node.js 22.13 or newer (npm leaves out optional packages without a message if its Node.js is older)";
}

/** Returns the error for too much output. */
export function outputLimit(
  name: "maxOutputBytes" | "maxEventBytes",
  actual: number,
  { path, limits }: Pick<ErrorFacts, "path" | "limits">,
): ReadError {
  const what = name === "maxEventBytes" ? "One part of" : "The content of";
  return new ReadError("too-large", `${what} ${path} is larger than the ${limits[name]} bytes that it may be.`, {
    hint: `Ask for a smaller part of the file, or for a reader with a higher \`${name}\`.`,
    details: { limit: { name, value: limits[name], actual } },
  });
}

type PackedReadError = Extract<PackedError, { kind: "read-error" }>;

function reviveReadError({ code, message, hint, details }: PackedReadError): ReadError {
  return new ReadError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

function reviveOther({ name, message }: Extract<PackedError, { kind: "other" }>, facts: ErrorFacts): ReadError {
  if (name === "AbortError") return new ReadError("aborted", `The reading of ${facts.path} was aborted.`);
  if (name === "TimeoutError") return new ReadError("timed-out", `${facts.path} took too long to read.`);
  return failed(facts, quotedReason(message));
}

function failed({ path, handler }: Pick<ErrorFacts, "path" | "handler">, reason: string): ReadError {
  return new ReadError(
    "handler-failed",
    `The handler ${quoted(handler)} failed on ${path}${reason === "" ? "" : `: ${reason}`}.`,
  );
}

/** Quotes a library's message, so that it is not taken for ours. */
function quotedReason(message: unknown): string {
  const words = speakableReason(message);
  return words === "" ? "" : remark(words);
}
