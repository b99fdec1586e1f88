import { ReadError } from "../contract/errors.ts";
import { parseFind } from "./find-pattern.ts";
import { parseLineRanges } from "./line-ranges.ts";
import { normaliseRequest, type NormalisedRequest } from "./normalise-request.ts";
import { parsePageList } from "./page-list.ts";
import { createFieldReader, type FieldReader } from "./request-fields.ts";
import { resolveLineFields } from "./request-lines.ts";
import type { RequestIssue } from "./request-issue.ts";
import { defaultRules, type RequestRules } from "../contract/request-rules.ts";
import type { CheckedRequest, ReadRequest } from "../contract/request.ts";

/** The most lines of context around a match: they are held in memory until it is known whether a match follows. */
const maxContextLines = 1000;

/**
 * Checks a request, however a model wrote it (see `normaliseRequest`), and parses what is in it. Throws a `ReadError`
 * with the code `invalid-request` whose message names every wrong value, and whose `details.issues` has them as data.
 */
export function checkRequest(input: unknown, rules: RequestRules = defaultRules): CheckedRequest {
  const normalised = normaliseRequest(input);
  const issues: RequestIssue[] = [...normalised.issues];
  const reader = createFieldReader(normalised.fields, issues);
  const checked = readFields(reader, normalised, rules);
  if (issues.length > 0) throw invalidRequest(issues);
  return checked;
}

function readFields(reader: FieldReader, { issues, fields }: NormalisedRequest, rules: RequestRules): CheckedRequest {
  const isObject = issues.every(({ field }) => field !== "request");
  const path = isObject ? reader.path() : "";
  const { offset, limit, column, lines } = resolveLineFields(reader, rules);
  const pages = reader.text("pages");
  const find = findText(reader, fields.regex !== undefined);
  const context = reader.integer("context", 0, maxContextLines);
  const request: ReadRequest = withoutAbsent({
    path,
    offset,
    limit,
    column,
    lines,
    pages,
    select: reader.text("select"),
    find,
    context,
    view: reader.oneOf("view", ["auto", "text", "image", "native", "outline"]),
    encoding: reader.text("encoding"),
    password: reader.text("password"),
    maxTokens: reader.integer("maxTokens", 1),
    maxBytes: reader.integer("maxBytes", 1),
    overBudget: reader.oneOf("overBudget", ["cut", "refuse"]),
  });
  return {
    request,
    path,
    offset: offset ?? 1,
    limit,
    column: column ?? 1,
    ranges: lines === undefined ? undefined : reader.parsed(parseLineRanges(lines)),
    pages: pages === undefined ? undefined : reader.parsed(parsePageList(pages)),
    select: request.select,
    find: find === undefined ? undefined : reader.parsed(parseFind(find, context)),
    ...viewOf(request),
    encoding: request.encoding,
    password: request.password,
    maxTokens: request.maxTokens,
    maxBytes: request.maxBytes,
    // What a search finds is a list that one goes through, however long it is.
    overBudget: request.overBudget ?? (find === undefined ? rules.overBudget : "cut"),
    isExplicitRange: lines !== undefined || limit !== undefined,
    rules,
  };
}

function viewOf({ view = "auto" }: ReadRequest): Pick<CheckedRequest, "view" | "isOutline"> {
  return view === "outline" ? { view: "auto", isOutline: true } : { view, isOutline: false };
}

/** `regex` is what some models call a `find` that is an expression without slashes. */
function findText(reader: FieldReader, hasRegex: boolean): string | undefined {
  const find = reader.text("find");
  if (!hasRegex) return find;
  const regex = reader.text("regex");
  if (find !== undefined && regex !== undefined) {
    reader.refuse({
      field: "find",
      problem: "find and regex are both given",
      fix: "send only find, as /…/ for an expression",
    });
  }
  if (regex === undefined) return find;
  return /^\/.+\/[gimsuy]*$/.test(regex) ? regex : `/${regex}/`;
}

type Loose<Shape> = { readonly [Key in keyof Shape]: Shape[Key] | undefined };

function withoutAbsent(request: Loose<Required<ReadRequest>> & { readonly path: string }): ReadRequest {
  const { path, ...rest } = request;
  return { path, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) };
}

function invalidRequest(issues: readonly RequestIssue[]): ReadError {
  const problems = issues.map(({ problem }) => problem);
  const fixes = [...new Set(issues.map(({ fix }) => fix))];
  return new ReadError("invalid-request", `${capitalised(problems.join("; "))}.`, {
    hint: `${capitalised(fixes.join("; "))}.`,
    details: { issues: issues.map(({ field, problem }) => ({ field, problem })) },
  });
}

/** A name that starts a sentence stays as it is: `offset is 0`. */
function capitalised(sentence: string): string {
  return /^(?:send|use|leave) /.test(sentence) ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : sentence;
}
