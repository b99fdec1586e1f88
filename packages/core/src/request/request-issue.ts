import { quoted, visibleJson } from "../render/quote.ts";

/** One thing that is wrong with a request. */
export interface RequestIssue {
  /** The field as it is called in a request. */
  readonly field: string;
  /** A clause that names the wrong value and says what is wrong with it. */
  readonly problem: string;
  /** An imperative clause: what to send instead. */
  readonly fix: string;
}

/** What a parser gives: a value, or what is wrong. */
export type Parsed<Value> =
  | { readonly value: Value; readonly issue?: never }
  | { readonly issue: RequestIssue; readonly value?: never };

const maxShownCharacters = 60;

/** A wrong value as it is shown in a message: as JSON with visible escapes; a long one is cut, as a JSON string. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return quoted(value, maxShownCharacters);
  const json = jsonOf(value);
  return json.length <= maxShownCharacters ? json : quoted(json, maxShownCharacters);
}

/** What JSON cannot hold, such as NaN and cycles, by its name or kind. */
function jsonOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) === undefined ? typeof value : visibleJson(value);
  } catch {
    return `an unusual ${typeof value}`;
  }
}
