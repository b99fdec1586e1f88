import { ReadError } from "@reader/core";
import { inputFields, wholeNumber } from "../schema/input-fields.ts";

/** A find after checking. */
export interface FindRequest {
  readonly pattern: string;
  readonly path: string;
  readonly files: string | undefined;
  readonly context: number;
  /** Maximum number of matches in an answer. */
  readonly limit: number;
  readonly after: string | undefined;
  /** True if documents are matched character by character. */
  readonly isExact: boolean;
  /** True if the text of scans and images is recognised, to be searched too. */
  readonly recognises: boolean;
}

/** Default and maximum number of matches in an answer. */
const usualLimit = 100;
const maxLimit = 1000;

/** Maximum number of context lines. A find shows where matches are; a read shows their surroundings. */
const maxContext = 20;

// cspell:disable
/** The fields of a find, with the names that models use for them. */
export const findNames = {
  pattern: "pattern find query search text regex regexp grep contentpattern searchpattern",
  path: "path dir directory folder root targetdirectory searchpath",
  files: "files glob include includes includepattern fileglob filepattern",
  exact: "exact exactmatch matchexactly",
  context: "context contextlines c",
  limit: "limit max maxmatches maxresults headlimit count",
  after: "after",
  scans: "scans images ocr recognise recognize",
} as const;
// cspell:enable

/** Checks the input of a model. Throws a `ReadError` with the code `invalid-request`. */
export function findRequest(input: object | string): FindRequest {
  const fields = inputFields(withoutFlags(input), findNames);
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
    isExact: isYes(fields.exact),
    recognises: isYes(fields.scans),
  };
}

const regexName = /^reg_?exp?$/i;

const expression = /^\/.+\/[a-z]*$/;

/**
 * A text in `regex` is an expression, with or without slashes. With `regex: true`, that of another field is one. With
 * `regex: false`, text between slashes is not one, and becomes an expression
 * that matches only that text.
 */
function patternOf(input: object | string, pattern: string): string {
  const entries: readonly (readonly [string, unknown])[] = typeof input === "object" ? Object.entries(input) : [];
  const value = entries.find(([name, given]) => regexName.test(name) && given !== null)?.[1];
  const isExpression = typeof value === "string" || value === true;
  if (isExpression === expression.test(pattern)) return pattern;
  if (isExpression) return `/${pattern}/`;
  return value === false ? `/${pattern.replaceAll(/[\\/^$.*+?()[\]{}|]/g, String.raw`\$&`)}/` : pattern;
}

/** Leaves out `regex: true` and `regex: false`, which are no patterns. */
function withoutFlags(input: object | string): object | string {
  if (typeof input === "string") return input;
  const kept = Object.entries(input).filter(([name, value]) => !(regexName.test(name) && typeof value === "boolean"));
  return Object.fromEntries(kept);
}

function isYes(value: unknown): boolean {
  return value === true || (typeof value === "string" && /^(?:recogni[sz]e|true|yes)$/i.test(value));
}

function textOf(fields: { readonly [name: string]: unknown }, field: "path" | "files" | "after"): string | undefined {
  const value = fields[field];
  if (Array.isArray(value)) return value.join(",");
  if (value === undefined || typeof value === "string") return value;
  throw new ReadError("invalid-request", `${field} must be a string.`, { hint: `Send ${field} as a string.` });
}
