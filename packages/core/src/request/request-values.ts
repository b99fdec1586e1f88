import type { RequestField } from "./request-names.ts";

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

/** Fields whose text may be anything, so that `"null"`, spaces and capitals in it are meant. */
const verbatimFields: ReadonlySet<RequestField> = new Set(["find", "regex", "password", "select"]);

/** A value as its field wants it, as far as that is certain; undefined where there is none. */
export function normaliseValue(field: RequestField, value: unknown): unknown {
  if (isAbsent(value)) return undefined;
  if (field === "path") return value;
  if (verbatimFields.has(field)) return typeof value === "number" ? String(value) : value;
  if (field === "lines" || field === "pages") return listText(field, value);
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" ? fromText(field, value.trim()) : value;
}

function fromText(field: RequestField, text: string): unknown {
  if (isNothing(text)) return undefined;
  if (numberFields.has(field)) return /^[+-]?\d+(?:\.0+)?$/.test(text) ? Number(text) : text;
  return field === "encoding" ? text : text.toLowerCase();
}

/** What models write for no value. */
function isNothing(text: string): boolean {
  return /^\s*(?:null|none|undefined|false)?\s*$/i.test(text);
}

function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** `lines` and `pages` as text: models also send a number, or a list of numbers. */
function listText(field: "lines" | "pages", value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return field === "lines" ? linesOfArray(value) : value.map(String).join(",");
  if (typeof value !== "string") return value;
  return isNothing(value) ? undefined : value;
}

/** Two numbers are a first and a last line, where -1 means the end, as in Anthropic's text editor tool; texts are ranges. */
function linesOfArray(values: readonly unknown[]): string {
  const [first, last] = values;
  if (values.length !== 2 || typeof first !== "number" || typeof last !== "number") return values.map(String).join(",");
  return last === -1 ? `${first}-` : `${first}-${last}`;
}
