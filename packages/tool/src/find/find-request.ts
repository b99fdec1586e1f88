import { ReadError } from "@reader/core";
import { inputFields, wholeNumber } from "../schema/input-fields.ts";

/** A find after checking. */
export interface FindRequest {
  readonly pattern: string;
  readonly path: string;
  readonly files: string | undefined;
  readonly context: number;
  /** Matches of an answer. */
  readonly limit: number;
  readonly after: string | undefined;
}

/** Matches of an answer where a request does not say, and at most. */
const usualLimit = 100;
const maxLimit = 1000;

/** Maximum lines of context. A find shows where matches are; a read shows their surroundings. */
const maxContext = 20;

const names = {
  pattern: "pattern find query search text regex regexp grep contentpattern searchpattern",
  path: "path dir directory folder root targetdirectory searchpath",
  files: "files glob include includes includepattern fileglob filepattern",
  context: "context contextlines c",
  limit: "limit max maxmatches maxresults headlimit count",
  after: "after",
} as const;

/** Checks what a model sent. Throws a `ReadError` with the code `invalid-request`. */
export function findRequest(input: object | string): FindRequest {
  const fields = inputFields(input, names);
  const { pattern } = fields;
  if (typeof pattern !== "string" && typeof pattern !== "number") {
    throw new ReadError("invalid-request", "pattern is missing.", { hint: "Send the text to find as pattern." });
  }
  return {
    pattern: patternOf(input, String(pattern)),
    path: textOf(fields, "path") ?? ".",
    files: textOf(fields, "files"),
    context: Math.min(maxContext, wholeNumber(fields["context"], 0) ?? 0),
    limit: Math.min(maxLimit, wholeNumber(fields["limit"], 1) ?? usualLimit),
    after: textOf(fields, "after"),
  };
}

/** What was sent as `regex` is an expression, with slashes or without. */
function patternOf(input: object | string, pattern: string): string {
  const isExpression = typeof input === "object" && Object.keys(input).some((name) => /^reg_?exp?$/i.test(name));
  return isExpression && !/^\/.+\/[a-z]*$/.test(pattern) ? `/${pattern}/` : pattern;
}

function textOf(fields: { readonly [name: string]: unknown }, field: "path" | "files" | "after"): string | undefined {
  const value = fields[field];
  if (Array.isArray(value)) return value.join(",");
  if (value === undefined || typeof value === "string") return value;
  throw new ReadError("invalid-request", `${field} must be a text.`, { hint: `Send ${field} as a text.` });
}
