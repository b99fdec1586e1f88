import { ReadError } from "../contract/errors.ts";
import { defaultRules, type RequestRules } from "../contract/request-rules.ts";
import type { CheckedRequest, FindPattern, LineRange, PageRange, ReadRequest } from "../contract/request.ts";
import { type NormalisedRequest, normaliseRequest } from "./normalise-request.ts";
import { createFieldReader, type FieldReader } from "./request-fields.ts";
import { type Parsed, type RequestIssue, shownValue } from "./request-issue.ts";

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
    exact: reader.flag("exact"),
    context,
    view: reader.oneOf("view", ["auto", "text", "image", "native", "document", "outline"]),
    boxes: reader.flag("boxes"),
    tables: reader.oneOf("tables", ["markdown", "csv"]),
    encoding: reader.text("encoding"),
    password: reader.text("password"),
    maxTokens: reader.integer("maxTokens", 1),
    maxBytes: reader.integer("maxBytes", 1),
    overBudget: reader.oneOf("overBudget", ["cut", "refuse"]),
  });
  refuseTablesWithout(reader, request);
  return {
    request,
    path,
    offset: offset ?? 1,
    limit,
    column: column ?? 1,
    ranges: lines === undefined ? undefined : reader.parsed(parseLineRanges(lines)),
    pages: pages === undefined ? undefined : reader.parsed(parsePageList(pages)),
    select: request.select,
    find: findPattern(reader, request),
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

/** CSV changes the lines of an answer, so it needs an answer of lines, and none that others count. */
function refuseTablesWithout(reader: FieldReader, { tables, view = "auto", boxes }: ReadRequest): void {
  if (tables !== "csv") return;
  const isText = view === "auto" || view === "text" || view === "document";
  if (isText && boxes !== true) return;
  const other = boxes === true ? "boxes" : `view ${view}`;
  reader.refuse({
    field: "tables",
    problem: `tables is csv together with ${other}, which has no lines of CSV`,
    fix: `leave out tables, or ${boxes === true ? "boxes" : "view"}`,
  });
}

function viewOf({ view = "auto" }: ReadRequest): Pick<CheckedRequest, "view" | "isOutline" | "isDocument"> {
  const isOutline = view === "outline";
  const isDocument = view === "document";
  return { view: isOutline || isDocument ? "auto" : view, isOutline, isDocument };
}

function findPattern(reader: FieldReader, { find, context, exact }: ReadRequest): FindPattern | undefined {
  const pattern = find === undefined ? undefined : reader.parsed(parseFind(find, context));
  return pattern === undefined || exact !== true ? pattern : { ...pattern, isExact: true };
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

const linesForm = 'send ranges such as "5-16,960-973"';

/**
 * Parses `lines`: `"5"`, `"5-16"`, `"10-"` (to the end; also `"10-end"`), or several of them separated by commas.
 * Spaces and `L` (as in `L5-L16`) are allowed. Returns the ranges sorted, and merged if they overlap or touch: an
 * answer shows each line once, in file order.
 */
export function parseLineRanges(text: string): Parsed<readonly LineRange[]> {
  const ranges: LineRange[] = [];
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const parsed = parseLineRange(part.trim());
    if (parsed.issue !== undefined) return parsed;
    ranges.push(parsed.value);
  }
  if (ranges.length === 0) return linesIssue(`is ${shownValue(text)}, which names no line`);
  return { value: mergeRanges(ranges) };
}

function parseLineRange(part: string): Parsed<LineRange> {
  const match = /^L?(\d+)\s*(?:([-\u2013\u2014])\s*(?:L?(\d+)|end|\$)?)?$/i.exec(part);
  if (match === null)
    return /^-\s*\d+$/.test(part) ? linesFromEnd(part) : linesIssue(`has ${shownValue(part)}, which is not a range`);
  const first = Number(match[1]);
  const last = lastLineOf(match, first);
  if (first < 1) return linesIssue(`has ${shownValue(part)}, and lines count from 1`);
  if (!Number.isSafeInteger(first) || (last !== undefined && !Number.isSafeInteger(last))) {
    return linesIssue(`has ${shownValue(part)}, which is beyond any file`);
  }
  if (last !== undefined && last < first) return linesIssue(`has ${shownValue(part)}, which ends before it starts`);
  return { value: last === undefined ? { first } : { first, last } };
}

/** Returns the last line of a range. A number alone is one line; a dash without a number after it means the end. */
function lastLineOf(match: RegExpExecArray, first: number): number | undefined {
  if (match[2] === undefined) return first;
  return match[3] === undefined ? undefined : Number(match[3]);
}

function linesFromEnd(part: string): Parsed<never> {
  const problem = `lines has ${shownValue(part)}, and ranges count from the start of the file`;
  return { issue: { field: "lines", problem, fix: `send offset ${part.replaceAll(/\s/g, "")} for the last lines` } };
}

function linesIssue(problem: string): Parsed<never> {
  return { issue: { field: "lines", problem: `lines ${problem}`, fix: linesForm } };
}

function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.first - right.first)) {
    const open = merged.at(-1);
    if (open !== undefined && (open.last === undefined || range.first <= open.last + 1))
      merged[merged.length - 1] = join(open, range);
    else merged.push(range);
  }
  return merged;
}

function join(open: LineRange, range: LineRange): LineRange {
  if (open.last === undefined || range.last === undefined) return { first: open.first };
  return { first: open.first, last: Math.max(open.last, range.last) };
}

const pagesForm = 'send a list such as "3", "1-5", "2,7-9", "10-" or "-3" for the last three';

/**
 * Parses `pages`: `"3"`, `"1-5"`, `"2,7-9"`, `"-3"` (the last three), `"10-"` (to the end; also `"10-end"`). Anything
 * else is a page label of the document, such as `"iv"` or `"A-12"`. `"all"` and `"*"` mean every page and return
 * `undefined`. Keeps the order of the input.
 */
export function parsePageList(text: string): Parsed<readonly PageRange[] | undefined> {
  if (/^\s*(?:all|\*)\s*$/i.test(text)) return { value: undefined };
  const ranges: PageRange[] = [];
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const parsed = parsePageRange(part.trim());
    if (parsed.issue !== undefined) return parsed;
    ranges.push(parsed.value);
  }
  return ranges.length === 0 ? pagesIssue(`is ${shownValue(text)}, which names no page`) : { value: ranges };
}

function parsePageRange(part: string): Parsed<PageRange> {
  const match = /^(\d*)\s*(?:([-\u2013\u2014])\s*(\d*|end|\$))?$/i.exec(part);
  const [, start = "", dash, end = ""] = match ?? [];
  if (match === null || (start === "" && !/^\d+$/.test(end))) return pageLabelOf(part);
  return checkPageRange(part, pageRangeOf(start, dash !== undefined, end));
}

function pageRangeOf(start: string, hasDash: boolean, end: string): { first: number; last?: number } {
  if (start === "") return { first: -Number(end) };
  const first = Number(start);
  if (!hasDash) return { first, last: first };
  return /^\d+$/.test(end) ? { first, last: Number(end) } : { first };
}

function checkPageRange(part: string, range: { first: number; last?: number }): Parsed<PageRange> {
  const { first, last = first } = range;
  if (first === 0) return pagesIssue(`has ${shownValue(part)}, and they count from 1`);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return pagesIssue(`has ${shownValue(part)}, which is beyond any document`);
  if (last < first) return pagesIssue(`has ${shownValue(part)}, which ends before it starts`);
  return { value: range };
}

function pageLabelOf(part: string): Parsed<PageRange> {
  return /^[-\u2013\u2014]+$/.test(part)
    ? pagesIssue(`has ${shownValue(part)}, which names no page`)
    : { value: { label: part } };
}

function pagesIssue(problem: string): Parsed<never> {
  return { issue: { field: "pages", problem: `pages ${problem}`, fix: pagesForm } };
}
