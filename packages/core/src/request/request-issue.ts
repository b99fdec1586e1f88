import { quoted, visibleJson } from "../render/quote.ts";

/** A problem with a request. */
export interface RequestIssue {
  /** The name of the field in a request. */
  readonly field: string;
  /** A clause that names the invalid value and says what is wrong with it. */
  readonly problem: string;
  /** An imperative clause that says what to send instead. */
  readonly fix: string;
}

/** The result of a parser: a value or an issue. */
export type Parsed<Value> =
  | { readonly value: Value; readonly issue?: never }
  | { readonly issue: RequestIssue; readonly value?: never };

const maxShownCharacters = 60;

/**
 * Renders an invalid value for a message: as JSON with visible escapes. A long value is shortened and quoted as a
 * string.
 */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return quoted(value, maxShownCharacters);
  const json = jsonOf(value);
  return json.length <= maxShownCharacters ? json : quoted(json, maxShownCharacters);
}

/** Converts a value to JSON. Values that JSON cannot represent, such as NaN and cycles, become their name or type. */
function jsonOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) === undefined ? typeof value : visibleJson(value);
  } catch {
    return `an unusual ${typeof value}`;
  }
}
