import type { RequestFields } from "./request-fields.ts";
import { type RequestIssue, shownValue } from "./request-issue.ts";
import { fieldOf, misspelledField, type RequestField } from "./request-names.ts";

/** A request with canonical field names, before its values are checked. */
export interface NormalisedRequest {
  /** Values by field. Integers written as text are numbers; no value is null or empty. */
  readonly fields: RequestFields;
  /** Problems that cannot be normalised: contradictions and misspelt names. */
  readonly issues: readonly RequestIssue[];
}

interface Named {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Normalises the input of a model to a request. A string is a path; aliases such as `file_path`, `startLine` and
 * `max_lines` become field names; `"100"` becomes 100; null, false, `""`, `{}` and `[]` count as absent. Two aliases
 * with different values are an issue, never a guess. A name that is almost a known one is also an issue, because
 * ignoring it would change the answer. Any other unknown name is ignored, because a harmless extra must not fail a
 * read. Never throws.
 */
export function normaliseRequest(input: unknown): NormalisedRequest {
  if (typeof input === "string") return normaliseRequest({ path: input });
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return noRequest(`request is ${shownValue(input)}, and must be an object`);
  }
  try {
    return normaliseFields(Object.entries(input));
  } catch {
    return noRequest("request has a value that throws an error when it is read");
  }
}

function noRequest(problem: string): NormalisedRequest {
  return { fields: {}, issues: [{ field: "request", problem, fix: 'send an object such as {"path":"src/main.ts"}' }] };
}

function normaliseFields(entries: readonly (readonly [name: string, raw: unknown])[]): NormalisedRequest {
  const issues: RequestIssue[] = [];
  const found = new Map<RequestField, Named>();
  for (const [name, raw] of entries) {
    const field = fieldOf(name);
    if (field === undefined) issues.push(...misspellings(name, raw));
    else issues.push(...take(found, field, { name, value: normaliseValue(field, raw) }));
  }
  const fields = Object.fromEntries([...found].map(([field, { value }]) => [field, value]));
  return { fields, issues };
}

function take(found: Map<RequestField, Named>, field: RequestField, named: Named): RequestIssue[] {
  if (named.value === undefined) return [];
  const known = found.get(field);
  if (known === undefined) found.set(field, named);
  if (known === undefined || known.value === named.value) return [];
  const problem = `${known.name} is ${shownValue(known.value)} and ${named.name} is ${shownValue(named.value)}, which mean the same`;
  return [
    {
      field,
      problem: isSecret(field) ? `${known.name} and ${named.name} differ` : problem,
      fix: `send only one of them`,
    },
  ];
}

function isSecret(field: RequestField): boolean {
  return field === "password";
}

function misspellings(name: string, raw: unknown): RequestIssue[] {
  const meant = misspelledField(name);
  if (meant === undefined || normaliseValue(meant, raw) === undefined) return [];
  const shown = shownValue(name);
  return [
    {
      field: meant,
      problem: `${shown} is not a field of a request`,
      fix: `send ${meant} if that is what ${shown} means`,
    },
  ];
}

const numberFields: ReadonlySet<RequestField> = new Set([
  "offset",
  "end",
  "limit",
  "tail",
  "column",
  "context",
  "maxTokens",
  "maxBytes",
]);

/** Fields with arbitrary text, in which `"null"`, spaces and capitals are significant. */
const verbatimFields: ReadonlySet<RequestField> = new Set(["find", "regex", "password", "select"]);

const flagFields: ReadonlySet<RequestField> = new Set(["exact", "boxes"]);

/** Converts a value to the type of its field if that is unambiguous; `undefined` if the value is absent. */
function normaliseValue(field: RequestField, value: unknown): unknown {
  if (isAbsent(value)) return undefined;
  if (field === "path") return value;
  if (verbatimFields.has(field)) return typeof value === "number" ? String(value) : value;
  if (flagFields.has(field)) return flagOf(value);
  if (field === "lines" || field === "pages") return listText(field, value);
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" ? fromText(field, value.trim()) : value;
}

/** Converts the words and numbers that models write for true. Any other value is rejected by the check. */
function flagOf(value: unknown): unknown {
  if (value === 1 || (typeof value === "string" && /^\s*(?:true|yes|1)\s*$/i.test(value))) return true;
  return value === 0 || (typeof value === "string" && isNothing(value)) ? undefined : value;
}

function fromText(field: RequestField, text: string): unknown {
  if (isNothing(text)) return undefined;
  if (numberFields.has(field)) return /^[+-]?\d+(?:\.0+)?$/.test(text) ? Number(text) : text;
  return field === "encoding" ? text : text.toLowerCase();
}

/** True for text that models write to mean no value. */
function isNothing(text: string): boolean {
  return /^\s*(?:null|none|undefined|false)?\s*$/i.test(text);
}

function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * Converts `lines` and `pages` to text. Models also send a number, or a list of numbers and strings. Any other value is
 * returned unchanged, so that the check rejects it: `String` throws for an object whose `toString` is not a function,
 * which JSON can contain.
 */
function listText(field: "lines" | "pages", value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    if (!value.every(isTextOrNumber)) return value;
    return field === "lines" ? linesOfArray(value) : value.map(String).join(",");
  }
  if (typeof value !== "string") return value;
  return isNothing(value) ? undefined : value;
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/**
 * Converts a list to text. Two numbers are the first and last line, where -1 means the end, as in Anthropic's text
 * editor tool; strings are ranges.
 */
function linesOfArray(values: readonly (string | number)[]): string {
  const [first, last] = values;
  if (values.length !== 2 || typeof first !== "number" || typeof last !== "number") return values.map(String).join(",");
  return last === -1 ? `${first}-` : `${first}-${last}`;
}
