import { ReadError } from "../contract/errors.ts";
import { defaultRules, type RequestRules } from "../contract/request-rules.ts";
import type { CheckedRequest, FindPattern, ReadRequest } from "../contract/request.ts";
import { type NormalisedRequest, normaliseRequest } from "./normalise-request.ts";
import { parseLineRanges, parsePageList } from "./ranges.ts";
import { createFieldReader, type FieldReader } from "./request-fields.ts";
import type { Parsed, RequestIssue } from "./request-issue.ts";

/**
 * Maximum number of context lines around a match. They are held in memory until it is known whether a match follows.
 */
const maxContextLines = 1000;

/**
 * Validates and parses a request, in any form that models write (see `normaliseRequest`). Throws a `ReadError` with the
 * code `invalid-request`. Its message names every invalid value, and `details.issues` lists them as data.
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
    // The matches of a search are a list that the caller pages through, however long it is.
    overBudget: request.overBudget ?? (find === undefined ? rules.overBudget : "cut"),
    isExplicitRange: lines !== undefined || limit !== undefined,
    rules,
  };
}

function viewOf({ view = "auto" }: ReadRequest): Pick<CheckedRequest, "view" | "isOutline"> {
  return view === "outline" ? { view: "auto", isOutline: true } : { view, isOutline: false };
}

/** Returns the text of `find`. Some models send an expression without slashes as `regex`. */
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

/** Capitalises a clause, but not one that starts with a field name: `offset is 0`. */
function capitalised(sentence: string): string {
  return /^(?:send|use|leave) /.test(sentence) ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : sentence;
}

/** The lines that a request names. */
interface LineFields {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly column: number | undefined;
  readonly lines: string | undefined;
}

/** Reads the fields that name lines and combines them: an end line becomes a limit, a tail becomes an offset. */
function resolveLineFields(reader: FieldReader, rules: RequestRules): LineFields {
  const offset = readOffset(reader, rules);
  const end = reader.integer("end", Number.MIN_SAFE_INTEGER);
  const limit = reader.integer("limit", 1);
  const column = reader.integer("column", 1);
  const lines = reader.text("lines");
  if (lines !== undefined) {
    if (offset !== undefined || end !== undefined || limit !== undefined) {
      const problem = "lines is given together with offset, limit or an end line";
      reader.refuse({ field: "lines", problem, fix: "send either lines, or offset and limit" });
    }
    return { offset: undefined, limit: undefined, column, lines };
  }
  return { offset, limit: limitOf(reader, { offset, limit, end }), column, lines };
}

function readOffset(reader: FieldReader, { negativeOffset }: RequestRules): number | undefined {
  const offset = reader.integer("offset", Number.MIN_SAFE_INTEGER);
  const tail = reader.integer("tail", 1);
  const isRefused = negativeOffset === "refuse" && (offset ?? 1) < 0;
  if (offset === 0 || isRefused) {
    const orNegative = negativeOffset === "refuse" ? "" : ", or a negative offset to count from the end";
    const fix = `send offset 1 for the first line${orNegative}`;
    reader.refuse({ field: "offset", problem: `offset is ${offset}, and lines count from 1`, fix });
  }
  if (tail === undefined) return offset;
  if (offset !== undefined && offset !== -tail) {
    const problem = `offset is ${offset} and tail is ${tail}, which name different lines`;
    reader.refuse({ field: "offset", problem, fix: "send only one of them" });
  }
  if (negativeOffset === "refuse") {
    const problem = `tail is ${tail}, and lines count from 1`;
    reader.refuse({ field: "offset", problem, fix: "send offset, the number of the first line" });
  }
  return -tail;
}

interface Span {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly end: number | undefined;
}

function limitOf(reader: FieldReader, span: Span): number | undefined {
  const { offset = 1, limit, end } = span;
  // Tools without an open end write it as -1, which also means "to the end" when counted from the end.
  if (end === undefined || end === -1) return limit;
  if (end === 0 || offset < 0 !== end < 0) {
    const problem = `the end line is ${end} and offset is ${offset}`;
    reader.refuse({
      field: "limit",
      problem,
      fix: "send offset and limit, both counted from the same end of the file",
    });
    return limit;
  }
  const count = end - offset + 1;
  if (count < 1) {
    const problem = `the end line ${end} lies before the first line ${offset}`;
    reader.refuse({ field: "limit", problem, fix: "send an end line after the first one" });
  }
  // A limit beyond the range is no contradiction: some tools always send one.
  if (limit !== undefined && limit < count) {
    const problem = `limit is ${limit} and the end line is ${end}, which is ${count} lines`;
    reader.refuse({ field: "limit", problem, fix: "send only one of them" });
  }
  return count;
}

/** The default number of context lines around a match. */
const defaultContextLines = 2;

/**
 * Parses `find`. `/…/` with flags is a regular expression: `i` ignores case, and `s` lets `.` match a line end. `g`,
 * `m`, `u` and `y` have no effect, because every line is searched separately. Anything else is a case-sensitive
 * literal, including `//`, `///` and text that starts with `/*`, which are comments and not expressions.
 */
export function parseFind(text: string, contextLines: number = defaultContextLines): Parsed<FindPattern> {
  const source = text.replace(/(?:\r?\n)+$/, "");
  if (/[\r\n]/.test(source) || source === "") {
    const problem = "find contains a line break, and each line is searched separately";
    return { issue: { field: "find", problem, fix: "send text without line breaks" } };
  }
  const [, body = "", flags = ""] = /^\/(.+)\/([gimsuy]*)$/.exec(source) ?? [];
  if (body === "" || /^(?:\*|\/*$)/.test(body)) return { value: { source, kind: "literal", flags: "", contextLines } };
  const kept = [...new Set(flags)].filter((flag) => flag === "i" || flag === "s").toSorted();
  return { value: { source: body, kind: "regular-expression", flags: kept.join(""), contextLines } };
}
