import { filePlaceholder, wordsOf } from "./options.ts";

/** A fault in one option. */
export interface CommandIssue {
  readonly field: string;
  readonly problem: string;
}

/**
 * The maximum delay of a Node timer, in milliseconds: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args.
 */
export const maxTimeMs: number = 2 ** 31 - 1;

const checks: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  name: (value) => (isText(value) && value.length <= 100 ? undefined : "must be a text of 1 to 100 characters"),
  version: (value) => (value === undefined || isText(value) ? undefined : "must be a text"),
  command: commandProblem,
  mediaTypes: (value) => listProblem(value, /^[\w.+*-]+\/[\w.+*-]+$/, "media types such as application/x-dwg"),
  extensions: (value) => listProblem(value, /^\.?\w[\w.+-]{0,31}$/, "endings of names such as org"),
  timeoutMs: (value) => numberProblem(value, maxTimeMs),
  maxOutputBytes: (value) => numberProblem(value, Number.MAX_SAFE_INTEGER),
  environment: environmentProblem,
  directory: (value) => (value === undefined || isText(value) ? undefined : "must be the path of a folder"),
};

/** The names of the options of a command. */
export const commandFields: readonly string[] = Object.keys(checks);

/** Returns all faults in the options of a command. Does not check for unknown fields. */
export function commandIssues(options: Readonly<Record<string, unknown>>): readonly CommandIssue[] {
  const issues = Object.entries(checks).flatMap(([field, check]) => {
    const problem = check(options[field]);
    return problem === undefined ? [] : [{ field, problem }];
  });
  const hasTypes = [options["mediaTypes"], options["extensions"]].some(
    (list) => Array.isArray(list) && list.length > 0,
  );
  const isBent = issues.some(({ field }) => field === "mediaTypes" || field === "extensions");
  if (hasTypes || isBent) return issues;
  return [...issues, { field: "extensions", problem: "or mediaTypes must say which files the command is for" }];
}

function commandProblem(value: unknown): string | undefined {
  const isWords = Array.isArray(value) && value.every((word) => typeof word === "string");
  if (typeof value !== "string" && !isWords) return "must be a text, or a list of texts: the program and its arguments";
  const words = wordsOf(value);
  if (words === undefined)
    return value.length === 0 ? "must not be empty" : "must start with a program, and close its quotes";
  if (words[0].includes(filePlaceholder)) return `must start with a program, not with ${filePlaceholder}`;
  return words.some((word) => word.includes("\0")) ? "must not hold the character NUL" : undefined;
}

function listProblem(value: unknown, form: RegExp, what: string): string | undefined {
  if (value === undefined) return undefined;
  const isSound = Array.isArray(value) && value.every((each) => typeof each === "string" && form.test(each));
  return isSound ? undefined : `must be a list of ${what}`;
}

function numberProblem(value: unknown, most: number): string | undefined {
  if (value === undefined) return undefined;
  const isSound = Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return isSound ? undefined : `must be a whole number from 1 to ${most}`;
}

function environmentProblem(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const isSound =
    isObject &&
    Object.entries(value).every(
      ([name, each]) => /^[^=\0]+$/.test(name) && typeof each === "string" && !each.includes("\0"),
    );
  return isSound ? undefined : "must be an object of names with texts";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && !value.includes("\0");
}
