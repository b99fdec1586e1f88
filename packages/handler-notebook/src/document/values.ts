/** A JSON object of unknown content. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True if a parsed value is an object and not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a parsed value if it is a list, or else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns an own property of a parsed object, or `undefined`, so that a wrong type does not throw. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the first of several own properties that exists and is not null. */
export function firstField(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const found = field(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** Returns the value at a path of own properties, such as `metadata`, `kernelspec`, `name`. */
export function deepField(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(field, value);
}

/**
 * Returns text as notebooks store it: a string, or a list of strings to join. Other values become JSON, so that a
 * damaged notebook still shows its content; a missing value becomes an empty string.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.map(textOfItem).join("") : JSON.stringify(value);
}

/** Returns a value as a short label in one line, or `undefined` if it is not a text or number or is blank. */
export function labelOf(value: unknown, maxCharacters = 80): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const line = String(value).slice(0, maxCharacters).replace(/\s+/g, " ").trim();
  return line === "" ? undefined : line;
}

function textOfItem(item: unknown): string {
  return typeof item === "string" ? item : JSON.stringify(item);
}
