/** Maximum number of characters of a value. */
const maxCharacters = 500;

/** Returns a value as text on one line: `NULL`, dates as ISO 8601, bytes by their number, nested values as JSON. */
export function cellText(value: unknown): string {
  const text = wholeText(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`;
}

/** Returns a value as a field of CSV: whole, and empty for `NULL`. */
export function csvText(value: unknown): string {
  return value === null || value === undefined ? "" : wholeText(value);
}

function wholeText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "string") return value;
  if (value instanceof Date) return dateText(value);
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  if (typeof value === "object") return jsonText(value);
  return String(value as number | bigint | boolean);
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value, plain) ?? "";
  } catch (error) {
    // The stack ends before the nesting does.
    if (error instanceof RangeError) return "(nested too deeply to be shown)";
    throw error;
  }
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? "(invalid date)" : date.toISOString();
}

/** JSON has no integers of arbitrary size and no bytes. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return value instanceof Uint8Array ? `(${value.length} bytes)` : value;
}
