import type { Parsed, RequestIssue } from "./request-issue.ts";
import { shownValue } from "./request-issue.ts";
import type { RequestField } from "./request-names.ts";

/** The fields of a normalised request. */
export type RequestFields = { readonly [Field in RequestField]?: unknown };

/** Reads the fields of a request. An invalid value is recorded as an issue and treated as absent. */
export interface FieldReader {
  /** Returns the required path, or `""` if it is invalid. */
  path(): string;
  text(field: RequestField): string | undefined;
  integer(field: RequestField, least: number, most?: number): number | undefined;
  oneOf<Value extends string>(field: RequestField, values: readonly Value[]): Value | undefined;
  /** Returns the value of a parse result, and records its issue. */
  /** Returns true or, if the field is absent, `undefined`. */
  flag(field: RequestField): true | undefined;
  parsed<Value>(parsed: Parsed<Value>): Value | undefined;
  refuse(issue: RequestIssue): void;
}

/** Creates a reader of `fields` that records problems in `issues`. */
export function createFieldReader(fields: RequestFields, issues: RequestIssue[]): FieldReader {
  const accept = <Value>(parsed: Parsed<Value>): Value | undefined => {
    if (parsed.issue !== undefined) issues.push(parsed.issue);
    return parsed.value;
  };
  return {
    path: () => accept(pathOf(fields.path)) ?? "",
    text: (field) => accept(textOf(field, fields[field])),
    integer: (field, least, most = Number.MAX_SAFE_INTEGER) => accept(integerOf(field, fields[field], [least, most])),
    oneOf: (field, values) => accept(choiceOf(field, fields[field], values)),
    flag: (field) => accept(flagOf(field, fields[field])),
    parsed: accept,
    refuse: (issue) => void issues.push(issue),
  };
}

function pathOf(value: unknown): Parsed<string> {
  const { value: path, issue } = textOf("path", value);
  if (issue !== undefined) return { issue };
  if (path === undefined) return refused("path", "path is missing", "send the path of the file to read");
  if (path.includes("\0")) return refused("path", "path has a NUL character in it", "send the path without it");
  return { value: path };
}

function textOf(field: RequestField, value: unknown): Parsed<string | undefined> {
  if (value === undefined || typeof value === "string") return { value };
  // A message never contains a password, whatever its type.
  const shown = field === "password" ? "not a string" : `${shownValue(value)}, and must be a string`;
  return refused(field, `${field} is ${shown}`, `send ${field} as a string`);
}

function integerOf(
  field: RequestField,
  value: unknown,
  [least, most]: readonly [number, number],
): Parsed<number | undefined> {
  if (value === undefined) return { value };
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    const problem = `${field} is ${shownValue(value)}, and must be a whole number`;
    return refused(field, problem, `send ${field} as a whole number`);
  }
  if (value >= least && value <= most) return { value };
  const limit = value < least ? `at least ${least}` : `at most ${most}`;
  return refused(field, `${field} is ${value}, and must be ${limit}`, `send a ${field} of ${limit}`);
}

function flagOf(field: RequestField, value: unknown): Parsed<true | undefined> {
  if (value === undefined || value === true) return { value };
  return refused(
    field,
    `${field} is ${shownValue(value)}, and must be true or false`,
    `send ${field} as true or false`,
  );
}

function choiceOf<Value extends string>(
  field: RequestField,
  value: unknown,
  choices: readonly Value[],
): Parsed<Value | undefined> {
  if (value === undefined) return { value };
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return { value: choice };
  const names = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}`;
  return refused(field, `${field} is ${shownValue(value)}, and must be ${names}`, `send ${field} as ${names}`);
}

function refused(field: string, problem: string, fix: string): { readonly issue: RequestIssue } {
  return { issue: { field, problem, fix } };
}
