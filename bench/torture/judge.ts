import { readErrorCodes, type InfoOutcome, type ReadOutcome } from "@reader/core";
import { renderText } from "@reader/core/render";
import { stripVTControlCharacters } from "node:util";

/** The kinds of finding. A run without findings is a run that is passed. */
export const findingKinds = [
  "rejected",
  "handler-failed",
  "leak",
  "wrong-canary",
  "host-died",
  "no-answer",
  "bad-answer",
] as const;

/** A kind of finding. */
export type FindingKind = (typeof findingKinds)[number];

/** What is wrong with one answer. */
export interface Fault {
  readonly kind: FindingKind;
  /** The same for every case with the same cause, as far as that can be seen. */
  readonly signature: string;
  readonly message: string;
}

/** Texts that no answer may hold, each with what it is. */
export type Secrets = readonly (readonly [what: string, text: string])[];

const codes: ReadonlySet<unknown> = new Set(readErrorCodes);
const maxNotices = 1000;
const maxSentenceCharacters = 4000;

/** Words that only the machine or a stack knows. */
const hostWords = /node_modules|\n\s+at |\/proc\/self|reader-torture-root/;

/** How an answer ended: `complete`, `partial`, `info`, or the code of its error. */
export function endingOf(outcome: ReadOutcome | InfoOutcome): string {
  if (!outcome.ok) return outcome.error.code;
  return "status" in outcome ? outcome.status : "info";
}

/** The answer as text: what a model sees of it, or the facts of `info`. */
export function wordsOf(outcome: ReadOutcome | InfoOutcome): string {
  return "parts" in outcome ? renderText(outcome) : JSON.stringify(outcome);
}

/** What is wrong with an answer; empty if nothing is. */
export function faultsOf(outcome: ReadOutcome | InfoOutcome, secrets: Secrets): readonly Fault[] {
  return [...failureFaults(outcome), ...shapeFaults(outcome), ...leakFaults(outcome, secrets)];
}

function failureFaults(outcome: ReadOutcome | InfoOutcome): readonly Fault[] {
  if (outcome.ok) return [];
  const { code, message, hint, details } = outcome.error;
  const faults: Fault[] = [];
  if (code === "handler-failed") {
    const words = details?.handler?.said === undefined ? message : `${message} ${details.handler.said}`;
    faults.push({ kind: "handler-failed", signature: signatureOf(words), message: words });
  }
  if (!codes.has(code)) faults.push(badAnswer(`the code ${String(code)} is not one`));
  for (const sentence of [message, hint]) {
    if (typeof sentence !== "string" || sentence.trim() === "")
      faults.push(badAnswer("a sentence of the error is missing"));
    else if (sentence.length > maxSentenceCharacters) faults.push(badAnswer("a sentence of the error is too long"));
    else if (hostWords.test(sentence)) faults.push(badAnswer(`the error names the machine: ${sentence}`));
  }
  return faults;
}

function shapeFaults(outcome: ReadOutcome | InfoOutcome): readonly Fault[] {
  try {
    structuredClone(outcome);
    wordsOf(outcome);
  } catch (error) {
    return [badAnswer(`the answer is not data that can be shown: ${String(error)}`)];
  }
  const notices = "notices" in outcome ? outcome.notices.length : 0;
  const faults = notices > maxNotices ? [badAnswer(`there are ${notices} notices`)] : [];
  return hasOddNumber(outcome, 0) ? [...faults, badAnswer("a number of the answer is not finite")] : faults;
}

function hasOddNumber(value: unknown, depth: number): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || depth > 20) return false;
  return Object.values(value).some((each) => hasOddNumber(each, depth + 1));
}

/** Looks at everything that the answer holds, not only at what is rendered. */
function leakFaults(outcome: ReadOutcome | InfoOutcome, secrets: Secrets): readonly Fault[] {
  const words = JSON.stringify(outcome, (_, value: unknown) =>
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")
      : value,
  );
  return secrets
    .filter(([, secret]) => words.includes(secret))
    .map(([what]) => ({ kind: "leak" as const, signature: what, message: `the answer holds ${what}` }));
}

function badAnswer(message: string): Fault {
  return { kind: "bad-answer", signature: signatureOf(message), message };
}

/** A message without what differs from file to file. */
export function signatureOf(message: string): string {
  return stripVTControlCharacters(message)
    .replaceAll(/[`"“][^`"”]*[`"”]/g, '"…"')
    .replaceAll(/\d+/g, "0")
    .replaceAll(/mutant\.[\w.]+|[\w-]+\.(?:bin|dat)/g, "FILE")
    .slice(0, 160);
}
